import { type Answer, isObject, type NotShown } from "../../contract.ts";

/** What a node marks as not shown, by id. */
export const marks = (node: object): NotShown => {
  const marked = (node as Record<string, unknown>)["x-not-shown"];
  return isObject(marked) ? (marked as NotShown) : {};
};

/** What is said of a body: any keyword of its schema, any example. */
export const shapeOf = ({ content }: Partial<Answer>): string[] =>
  Object.values(content ?? {})
    .filter(isObject)
    .flatMap(({ schema, ...media }) => Object.keys({ ...(schema as object), ...media }));

export const stands = (guess: string, id: string) => `"${guess}" stands where "${id}" says that it is not shown.`;
