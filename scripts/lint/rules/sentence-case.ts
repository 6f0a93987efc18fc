import { isObject } from "../../contract.ts";
import { everywhere, isText, type Rule } from "./rule.ts";

/** Summaries, those of examples too, are in sentence case: "List tokens". Names in capitals, such as SIP, pass. */
export const sentenceCase: Rule = (contract) =>
  everywhere(contract, (node) =>
    [node, ...Object.values(isObject(node["examples"]) ? node["examples"] : {})]
      .map((each) => (isObject(each) ? each["summary"] : undefined))
      .map((summary) => isText(summary) && !isSentence(summary) && `"${summary}" must be in sentence case.`),
  );

const isSentence = (text: string) => /^[A-Z0-9]/.test(text) && !/\s[A-Z][a-z]/.test(text);
