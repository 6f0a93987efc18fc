import { type Contract, documentedOperations, type LocatedOperation, type NotShown } from "../contract.ts";

/** Redoc makes the same address part of a tag's name, and of an operation id. */
export const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("&", "-and-")
    .replaceAll(/[^a-z0-9]+/g, "-");

export const tagAddress = (tag: string): string => `#/${slug(tag)}`;

export const operationAddress = ({ operation }: LocatedOperation): string =>
  `${tagAddress(operation.tags[0])}/${slug(operation.operationId)}`;

/** Marks an unknown in Markdown; Redoc lets HTML through. */
export const mark = (id: string, sentence: string): string =>
  `<span class="not-shown" data-unknown="${id}"><b>Unknown</b> ${sentence}.</span>`;

/** What is not shown of any failure. The contract says it once; a reader looks for it at each answer. */
export function failureUnknowns(contract: Contract): NotShown {
  const marks = Object.entries(contract["x-not-shown"] ?? {});
  return Object.fromEntries(marks.filter(([id]) => /^(error|failure)-/.test(id)));
}

export interface Place {
  /** The area, the operation or the API that the page has a section for. */
  subject: string;
  /** The part of that section, such as a field, in Markdown; empty where the section as a whole is meant. */
  part: string;
  /** The address of the section on the page. */
  address: string;
}

/** Where the reader finds what a JSON pointer of the contract points at. */
export function placeOf(contract: Contract, pointer: string): Place {
  const path = pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  const part = partOf(contract, path);
  const [root, first = "", second] = path;
  const area = (name = "") => ({ subject: name, part, address: tagAddress(name) });
  if (root === "tags") return { ...area(contract.tags[Number(first)]?.name), part: "" };
  if (root === "x-operation-index") return area(contract["x-operation-index"][Number(first)]?.area);

  const schema = `#/components/schemas/${path[2]}`;
  const located = documentedOperations(contract).find((each) =>
    root === "paths"
      ? each.path === first && each.method === second?.toUpperCase()
      : root === "components" && reaches(contract, each.operation, schema),
  );
  if (located) return { subject: located.operation.summary, part, address: operationAddress(located) };
  return { subject: "The API as a whole", part, address: "#/" };
}

/** What the innermost named thing on the path is called. */
function partOf(contract: Contract, path: string[]): string {
  let node: unknown = contract;
  let part = "";
  for (const [depth, key] of path.entries()) {
    node = (node as Record<string, unknown>)[key];
    const { name, title } = (node ?? {}) as { name?: string; title?: string };
    const within = path[depth - 1];
    if (title) part = title;
    else if (within === "properties") part = `field \`${key}\``;
    else if (within === "responses") part = `answer \`${key}\``;
    else if (within === "parameters") part = `parameter \`${name}\``;
    else if (within === "variables") part = `\`{${key}}\``;
    else if (within === "x-operation-index") part = name ?? "";
  }
  return part;
}

/** Whether a node refers to the schema, directly or through another one. */
function reaches(contract: Contract, node: unknown, schema: string, seen = new Set<unknown>()): boolean {
  if (typeof node !== "object" || node === null || seen.has(node)) return false;
  seen.add(node);
  return Object.entries(node).some(([key, value]) => {
    if (key !== "$ref") return reaches(contract, value, schema, seen);
    return (
      value === schema ||
      reaches(contract, contract.components.schemas[String(value).split("/").at(-1) ?? ""], schema, seen)
    );
  });
}
