/**
 * Rejects unknown options and wrong types.
 * @throws TypeError that names the option.
 */
export function checkOptions(
  caller: string,
  options: object,
  types: Readonly<Record<string, string>>,
): void {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${caller} takes its options as an object.`);
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(types, name)) {
      throw new TypeError(
        `${caller}: unknown option ${name}. Known: ${Object.keys(types).join(", ")}.`,
      );
    }
    if (value === undefined || typeof value === types[name]) continue;
    throw new TypeError(`${caller}: ${name} must be of type ${types[name]}.`);
  }
}
