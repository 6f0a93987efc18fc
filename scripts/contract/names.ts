/** A path value's name as an argument: in camelCase, and not a word that already means something there. */
export function argument(name: string): string {
  const camel = name.replace(/[^A-Za-z0-9_$]+(.?)/g, (_, next: string) => next.toUpperCase());
  const free = !reserved.has(camel) && !/^(body|query|options)$/.test(camel);
  return /^[A-Za-z_$]/.test(camel) && free ? camel : `_${camel}`;
}

/** The reserved words of JavaScript. */
export const reserved = new Set(
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield".split(
    " ",
  ),
);
