/** What a response says of itself: where it comes from, and what of it is made up. */
export function notesOf(headers: ReadonlyMap<string, string>): string[] {
  const example = headers.get("mock-example");
  const open = (headers.get("mock-unspecified") ?? "").split(/, */).filter(Boolean);
  return [
    sources[headers.get("mock-source") ?? ""]?.(example) ?? "",
    ...open.map(
      (name) => madeUp[name] ?? `${name[0]?.toUpperCase()}${name.slice(1)}: made up, the contract has no value.`,
    ),
    headers.has("mock-undeclared") ? `Not in the contract: ${headers.get("mock-undeclared")}.` : "",
  ].filter(Boolean);
}

const sources: Record<string, (example?: string) => string> = {
  contract: (example) => (example ? `Body: the contract's synthetic example \`${example}\`.` : ""),
  tester: () => "Body: one of your own.",
  generated: () => "Body: made up from the schema.",
  mock: () => "Rejected by the mock. The service's error responses are unknown.",
};

const madeUp: Record<string, string> = {
  status: "Status code: made up, the service's is unknown.",
  body: "Body: made up, the service's is unknown.",
  unreadOnly: "The unread-only input has no effect here.",
};
