import type { Contract, Path } from "../contract.ts";
import { callable } from "./rules/callable.ts";
import { completeExamples } from "./rules/complete-examples.ts";
import { described } from "./rules/described.ts";
import { extensionForms } from "./rules/extension-forms.ts";
import { foundations } from "./rules/foundations.ts";
import { indexAgrees } from "./rules/index-agrees.ts";
import { markedUnknowns } from "./rules/marked-unknowns.ts";
import { noGuessedStatus } from "./rules/no-guessed-status.ts";
import { noGuessedUnit } from "./rules/no-guessed-unit.ts";
import { nothingGuessed } from "./rules/nothing-guessed.ts";
import type { Rule } from "./rules/rule.ts";
import { sentenceCase } from "./rules/sentence-case.ts";
import { syntheticExamples } from "./rules/synthetic-examples.ts";

const rules: Record<string, Rule> = {
  foundations,
  callable,
  described,
  "sentence-case": sentenceCase,
  "marked-unknowns": markedUnknowns,
  "nothing-guessed": nothingGuessed,
  "no-guessed-status": noGuessedStatus,
  "no-guessed-unit": noGuessedUnit,
  "complete-examples": completeExamples,
  "synthetic-examples": syntheticExamples,
  "index-agrees": indexAgrees,
  "extension-forms": extensionForms,
};

interface Location {
  child(path: Path): Location;
}

interface Context {
  location: Location;
  report(problem: { message: string; location: Location }): void;
}

const visitor = (rule: Rule) => () => ({
  Root(contract: Contract, { report, location }: Context) {
    for (const { message, path } of rule(contract)) report({ message, location: location.child(path) });
  },
});

/** Our rules as a Redocly plugin, `contract/<rule>` in openapi/redocly.yaml. */
export default () => ({
  id: "contract",
  rules: { oas3: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, visitor(rule)])) },
});
