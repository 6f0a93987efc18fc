/**
 * Rejects unknown options and wrong types, as the client does. `undefined` counts as absent.
 * @throws TypeError that names the option.
 */
export function checkOptions(caller: string, options: object, types: Readonly<Record<string, string>>): void {
  if (typeof options !== "object" || options === null) throw new TypeError(`${caller} takes its options as an object.`);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (type === undefined) {
      throw new TypeError(`${caller}: unknown option ${name}. Known: ${Object.keys(types).join(", ")}.`);
    }
    if (typeof value !== type || value === null) throw new TypeError(`${caller}: ${name} must be of type ${type}.`);
  }
}
