import type {
  _,
  Ajv2020,
  CodeKeywordDefinition,
  KeywordCxt,
  KeywordErrorDefinition,
  Options,
} from "ajv/dist/2020.js";
import { createPattern } from "../openapi/pattern.ts";
import { createFormats } from "./formats.ts";

/** The packages that compile validators. The mock loads them when it needs them. */
export interface AjvPackages {
  readonly ajv: { readonly Ajv2020: typeof Ajv2020; readonly _: typeof _ };
  readonly formats: typeof import("ajv-formats/dist/formats.js");
}

/**
 * Creates Ajv with the rules of every validator of this project: those of the mock, and those that
 * are compiled ahead for the test server and for `validate`. So they agree.
 */
export function createAjv(
  { ajv: { Ajv2020, _ }, formats }: AjvPackages,
  options: Options,
): Ajv2020 {
  const ajv = new Ajv2020({
    // Strict mode rejects the contract's extensions. A format that isn't known is an annotation.
    strict: false,
    inlineRefs: false,
    logger: false,
    // Without it, every object has the property `toString`.
    ownProperties: true,
    formats: createFormats(formats.fullFormats),
    ...options,
    code: { regExp, process: appendErrors, ...options.code },
  });
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    error: {
      message: ({ schema }) => `must be multiple of ${schema}`,
      params: ({ schema }) => _`{multipleOf: ${schema}}`,
    },
    // 19.99 / 0.01 isn't a whole number. Each of the three numbers is rounded by half a unit of its
    // last place.
    code(cxt: KeywordCxt) {
      const quotient = cxt.gen.const("quotient", _`${cxt.data} / ${cxt.schema}`);
      const distance = _`Math.abs(Math.round(${quotient}) - ${quotient})`;
      cxt.pass(_`${distance} <= Math.abs(${quotient}) * ${2 * Number.EPSILON}`);
    },
  });
  // Ajv's own compares each item with each: a list of a million characters takes minutes.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must NOT have duplicate items" },
    code(cxt: KeywordCxt) {
      const { data } = cxt;
      const sortKeys = _`(_, part) => part !== null && typeof part === "object" && !Array.isArray(part)
        ? Object.fromEntries(Object.keys(part).sort().map((key) => [key, part[key]]))
        : part`;
      const texts = _`${data}.map((item) => JSON.stringify(item, ${sortKeys}))`;
      if (cxt.schema) cxt.pass(_`new Set(${texts}).size === ${data}.length`);
    },
  });
  for (const keyword of ["oneOf", "anyOf"]) {
    const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
    ajv.removeKeyword(keyword);
    const message = { ...definition.error }.message ?? "";
    // What each of the alternatives needs is found by their number.
    const params: KeywordErrorDefinition["params"] = ({ schema }) =>
      _`{alternatives: ${schema.length}}`;
    ajv.addKeyword({ ...definition, error: { message, params } });
  }
  return ajv;
}

/**
 * Changes code of Ajv that copies the list of errors for each reference: with many errors, this
 * takes as long as the square of their number. What is compiled ahead isn't processed by itself.
 */
export const appendErrors = (code: string): string =>
  code.replace(
    /\bvErrors\.concat\(([^()]+)\.errors\)/g,
    "$1.errors.reduce((list, error) => (list.push(error), list), vErrors)",
  );

/** `createPattern`, and its code for what is compiled ahead. */
const regExp = Object.assign(createPattern, {
  code: "(pattern, flags) => { try { return new RegExp(pattern, flags); } catch { return new RegExp(pattern); } }",
});
