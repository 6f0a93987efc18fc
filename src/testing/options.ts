/**
 * Refuses an option that there is not, and a value of another type, as the client does. `undefined` is as if absent.
 * @throws TypeError that names the option.
 */
export function checkOptions(where: string, options: object, known: Readonly<Record<string, string>>): void {
  if (typeof options !== "object" || options === null) throw new TypeError(`${where} takes its options as an object.`);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const type = Object.hasOwn(known, name) ? known[name] : undefined;
    if (type === undefined) throw new TypeError(`${where}: ${name} is not among ${Object.keys(known).join(", ")}.`);
    if (typeof value !== type || value === null) throw new TypeError(`${where}: ${name} must be of type ${type}.`);
  }
}
