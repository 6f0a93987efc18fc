import type { Contract, Path } from "../contract.ts";
import type { Rule, RuleOptions } from "./rule.ts";
import { callable } from "./rules/callable.ts";
import { completeExamples } from "./rules/complete-examples.ts";
import { described } from "./rules/described.ts";
import { distinctSummaries } from "./rules/distinct-summaries.ts";
import { extensionForms } from "./rules/extension-forms.ts";
import { indexAgrees } from "./rules/index-agrees.ts";
import { knownFields } from "./rules/known-fields.ts";
import { markedUnknowns } from "./rules/marked-unknowns.ts";
import { noGuessedStatus } from "./rules/no-guessed-status.ts";
import { noGuessedUnit } from "./rules/no-guessed-unit.ts";
import { nothingGuessed } from "./rules/nothing-guessed.ts";
import { sentenceCase } from "./rules/sentence-case.ts";
import { syntheticExamples } from "./rules/synthetic-examples.ts";
import { addExtensions } from "./types.ts";

/** The project's rules, each named for its file. */
const rules: Record<string, Rule> = {
  callable,
  "complete-examples": completeExamples,
  described,
  "distinct-summaries": distinctSummaries,
  "extension-forms": extensionForms,
  "index-agrees": indexAgrees,
  "known-fields": knownFields,
  "marked-unknowns": markedUnknowns,
  "no-guessed-status": noGuessedStatus,
  "no-guessed-unit": noGuessedUnit,
  "nothing-guessed": nothingGuessed,
  "sentence-case": sentenceCase,
  "synthetic-examples": syntheticExamples,
};

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

/** Our rules as a Redocly plugin, `contract/<rule>` in openapi/redocly.yaml, and the forms of our extensions. */
export default () => ({
  id: "contract",
  typeExtension: { oas3: addExtensions },
  rules: { oas3: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, createVisitor(rule)])) },
});
