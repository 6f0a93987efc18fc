import { asObject, isObject } from "../../src/openapi/json.ts";
import { dataKeywords, mapKeywords } from "../../src/openapi/nodes.ts";
import { isFreeForm } from "../../src/openapi/parameter.ts";
import { resolve } from "../../src/openapi/reference.ts";
import type { Contract } from "./document.ts";
import { describeUnknowns } from "./unknowns.ts";

const statusNote = "The status code is unknown: 200 means any 2xx.";

/**
 * Returns the contract for code generators, many of which fail on its honest parts: `2XX` becomes 200, unknowns move to
 * descriptions, and extensions and parameters whose own names are never sent are left out.
 */
export function codegenDocument(contract: Contract): object {
  const document = toPlain(describeUnknowns(contract), contract) as Contract;
  const description = [document.info.description, originNote].filter(Boolean).join("\n\n");
  return { ...document, info: { ...document.info, description } };
}

const originNote =
  "Derived from openapi.yaml for code generators: if the status code of a success is unknown, this document says 200.";

/** @param keyword The key of the node, unless it is a name. */
function toPlain(node: unknown, contract: Contract, keyword = ""): unknown {
  if (Array.isArray(node))
    return node
      .filter((item) => !isFreeForm(contract, asObject(resolve(contract, item))))
      .map((item) => toPlain(item, contract));
  if (!isObject(node)) return node;
  // Among names, `x-` begins a header, not an extension.
  const isMap = mapKeywords.has(keyword);
  const entries = Object.entries(node).filter(([key]) => isMap || !key.startsWith("x-"));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (!isMap && dataKeywords.has(key)) return [key, value];
      const plain = toPlain(value, contract, isMap ? "" : key);
      if (keyword !== "responses" || key !== "2XX" || "200" in node) return [key, plain];
      const { description = "" } = asObject(resolve(contract, value));
      return ["200", { ...asObject(plain), description: `${description} ${statusNote}`.trim() }];
    }),
  );
}
