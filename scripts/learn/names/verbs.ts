export const listVerbs = "list search query find index".split(" ");
export const readVerbs = "get fetch view read retrieve return show check".split(" ");
export const createVerbs = "create add new post register invite insert".split(" ");
export const changeVerbs = "update rename replace edit modify change set put patch".split(" ");
export const removeVerbs = "delete remove cancel destroy unassign revoke".split(" ");

/** The verbs that a method can imply. A path says "search" or "cancel" itself. */
export const impliedVerbs: Readonly<Record<string, readonly string[]>> = {
  GET: ["list", ...readVerbs],
  POST: ["list", ...readVerbs, ...createVerbs, ...changeVerbs],
  PUT: [...createVerbs, ...changeVerbs],
  PATCH: [...createVerbs, ...changeVerbs],
  DELETE: ["delete", "remove"],
};

/** Verbs with which names of operations begin. */
export const verbs = new Set([
  ...listVerbs,
  ...readVerbs,
  ...createVerbs,
  ...changeVerbs,
  ...removeVerbs,
  ..."generate upload send".split(" "),
]);
