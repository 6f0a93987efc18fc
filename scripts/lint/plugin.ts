import { readdirSync } from "node:fs";
import type { UserContext } from "@redocly/openapi-core";
import type { Contract } from "../contract/document.ts";
import type { Rule } from "./rule.ts";

const createVisitor = (rule: Rule) => () => ({
  Root(contract: Contract, { report, location }: UserContext) {
    rule(
      contract,
      (path, message) => message && report({ message, location: location.child([...path]) }),
    );
  },
});

const rules = await Promise.all(
  readdirSync(new URL("rules", import.meta.url)).map(async (file) => {
    const name = file.replace(".ts", "");
    const { default: rule }: { default: Rule } = await import(`./rules/${name}.ts`);
    return [name, createVisitor(rule)] as const;
  }),
);

/** Our rules as a Redocly plugin, `contract/<rule>` in openapi/redocly.yaml. */
export default () => ({ id: "contract", rules: { oas3: Object.fromEntries(rules) } });
