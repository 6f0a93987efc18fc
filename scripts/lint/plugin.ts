import { readdirSync } from "node:fs";
import type { Contract, Path } from "../contract.ts";
import type { Rule, RuleOptions } from "./rule.ts";

interface Location {
  child(path: Path): Location;
}

interface Context {
  location: Location;
  report(problem: { message: string; location: Location }): void;
}

const createVisitor = (rule: Rule) => (options?: RuleOptions) => ({
  Root(contract: Contract, { report, location }: Context) {
    for (const { message, path } of rule(contract, options)) report({ message, location: location.child(path) });
  },
});

/** The project's rules, each named for its file. */
const rules = await Promise.all(
  readdirSync(new URL("rules", import.meta.url)).map(async (file) => {
    const name = file.replace(".ts", "");
    const { default: rule }: { default: Rule } = await import(`./rules/${name}.ts`);
    return [name, createVisitor(rule)] as const;
  }),
);

/** Our rules as a Redocly plugin, `contract/<rule>` in openapi/redocly.yaml. */
export default () => ({
  id: "contract",
  rules: { oas3: Object.fromEntries(rules) },
});
