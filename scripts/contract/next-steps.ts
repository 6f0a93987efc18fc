/** The last steps of every list in CONTRIBUTING.md. */
const lastSteps = [
  "generated/: npm run generate",
  "release/api.d.ts: npm run release -- --report",
  ".changeset/: add a note, as CONTRIBUTING.md shows",
];

/** Lists what comes after a change of the contract. */
export const listSteps = (...steps: string[]): string => writeList([...steps, ...lastSteps]);

/** Lists what comes after `npm run generate`. */
export const listStepsAfterGenerate = (): string => writeList(lastSteps.slice(1));

const writeList = (steps: string[]) =>
  ["Next:", ...steps.map((step, index) => `${index + 1}. ${step}`)].join("\n");
