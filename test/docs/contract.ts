import { type Contract, contractFile } from "../../scripts/contract/document.ts";
import { buildFiles } from "../../scripts/docs/build.ts";
import { createTextWriter } from "../../scripts/docs/markdown.ts";
import { markdownFileOf } from "../../scripts/docs/model/page.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { memoizeByRef } from "../../src/openapi/cache.ts";
import { contractWith } from "../scripts/contract-copy.ts";

/**
 * The parts of an operation, by its id. Default: a GET at `/api/v2/ID`, without anything known of
 * its response.
 */
export type Operations = Record<string, object>;

/** Creates a contract of these operations, all in one area. */
export const contractOf = (operations: Operations, edit = (_: Contract): void => {}): Contract =>
  contractWith((copy) => {
    const entries = Object.entries(operations).map(([operationId, parts]) => {
      const { method, path, ...rest } = {
        method: "get",
        path: `/api/v2/${operationId}`,
        responses: {},
        ...parts,
      };
      const summary = `Summary of ${operationId}`;
      return {
        method,
        path,
        operation: { operationId, tags: ["Tasks"], summary, description: "", ...rest },
      };
    });
    copy.paths = {};
    for (const { method, path, operation } of entries)
      Object.assign(copy.paths, { [path]: { ...copy.paths[path], [method]: operation } });
    copy.tags = [{ name: "Tasks", description: "" }];
    copy["x-operation-index"] = {
      Tasks: entries.map(({ method, operation: { operationId } }) => {
        return { method: method.toUpperCase() as "GET", name: operationId, operationId };
      }),
    };
    edit(copy);
  });

/** Builds the files of the reference, by name. */
export const build = (contract: Contract, options = {}): Promise<Record<string, string>> =>
  buildFiles(contract, contractFile, options);

/** Writes the Markdown of the pages, by file. A build of the whole reference takes longer. */
export const writePages = memoizeByRef((contract: Contract): Record<string, string> => {
  const pages = createPages(contract);
  const writeText = createTextWriter(pages, markdownFileOf);
  return Object.fromEntries(pages.map((page) => [markdownFileOf(page.file), writeText(page)]));
});

/** Creates the responses of an operation with a body in its success. */
export const responding = (schema: object, type = "application/json", media: object = {}) => ({
  responses: { "200": { description: "", content: { [type]: { schema, ...media } } } },
});

/** Creates an input of the query, with its keywords. */
export const input = (name: string, keywords: object = {}) => ({
  name,
  in: "query",
  description: "",
  schema: { type: "string" },
  ...keywords,
});
