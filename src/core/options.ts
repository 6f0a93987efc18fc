import { describeUnknown } from "./text.ts";

/** An option is wrong. What prints it names the option as its user types it. */
export class OptionError extends TypeError {
  readonly option: string;
  /** What is wrong with it, from the verb on: `must not be empty.` It quotes no secret. */
  readonly reason: string;

  constructor(option: string, reason: string) {
    super(`${option} ${reason}`);
    this.option = option;
    this.reason = reason;
  }
}

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
      throw new TypeError(`${caller}: ${describeUnknown("option", name, Object.keys(types))}`);
    }
    if (value === undefined || typeof value === types[name]) continue;
    throw new TypeError(`${caller}: ${name} must be of type ${types[name]}.`);
  }
}
