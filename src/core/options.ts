/**
 * Rejects unknown options, as the client does.
 * @throws TypeError that names the option.
 */
export function checkOptions(caller: string, options: object, names: readonly string[]): void {
  if (typeof options !== "object" || options === null) throw new TypeError(`${caller} takes its options as an object.`);
  const unknownName = Object.keys(options).find((name) => !names.includes(name));
  if (unknownName === undefined) return;
  throw new TypeError(`${caller}: unknown option ${unknownName}. Known: ${names.join(", ")}.`);
}
