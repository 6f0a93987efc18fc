import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fail, orFail, readArguments } from "../src/command.ts";
import { prepareContract } from "../src/verify/contract.ts";
import { editYaml } from "./contract/edit.ts";
import { contractFile, type Json, readContract } from "./contract.ts";
import { createAccumulator } from "./learn/accumulate/accumulator.ts";
import { completeContract } from "./learn/facts/complete.ts";
import { selectDecided, selectFacts } from "./learn/facts/fact.ts";
import { learnFacts } from "./learn/facts/learn.ts";
import { addToList, allowNames, readList } from "./learn/lists.ts";
import { applyFacts } from "./learn/overlay/change.ts";
import { hasDecisions, readReview, renderReview } from "./learn/overlay/document.ts";
import { renderNames, renderReport, type TrafficCounts } from "./learn/report.ts";
import { reviewDocument } from "./learn/review.ts";
import { readFiles } from "./learn/traffic.ts";
import { runIfMain } from "./tools/run.ts";

const help = `Learns from recorded traffic what the contract doesn't contain, and writes a review document.

  npm run learn -- traffic.har …            HAR; also NDJSON (.ndjson, .jsonl: an entry of a HAR on each line),
                                            a Postman collection v2.1 with example responses, a journal of the mock
                                            (of which only the requests are used)
      --base-url URL                        the address of the service; without it, every host with the contract's paths
      --out FILE                            the review document (default: learned.yaml), an OpenAPI Overlay
      --show-names PLACE                    prints the names that were withheld at a place, to a terminal only
      --allow NAME,NAME                     notes names that aren't about people: from then on, they are used
  npm run learn -- --review FILE            decide in the terminal, operation by operation; stop and continue as you like
  npm run learn -- --apply FILE             make the changes in the contract: names with the same words as their path,
                                            facts of known operations, and what the review accepted
      --all                                 also names that are only the closest; rejected facts stay out
  npm run learn -- --reject FILE --only …   note facts, so that they aren't proposed again
      --only ID,ID                          these facts alone
      --contract FILE                       another contract than openapi/openapi.yaml

No value of the traffic is written. A name may be about a person, too: it's written only if its words occur in the
contract or in other APIs, if it recurs in objects as fields do, or if you allow it. All other names are counted and
withheld. Traffic doesn't show meaning: units, lifetimes and permissions stay unknown. Exchanges with the mock, and web
pages that the contract doesn't declare, are ignored.
`;

const options = {
  apply: { type: "string" },
  reject: { type: "string" },
  review: { type: "string" },
  all: { type: "boolean" },
  only: { type: "string" },
  out: { type: "string", default: "learned.yaml" },
  contract: { type: "string", default: contractFile },
  "base-url": { type: "string" },
  "show-names": { type: "string" },
  allow: { type: "string" },
} as const;

/** Returns the contract's text with the decided changes of a review document, or with those of the facts in `ids`. */
export function applyReview(
  text: string,
  contractPath: string,
  reviewFile: string,
  { ids, includeClosest = false }: { ids?: string[] | undefined; includeClosest?: boolean } = {},
): string {
  const { facts } = readReview(reviewFile);
  const selectedFacts = ids ? selectFacts(facts, ids) : selectDecided(facts, includeClosest);
  return editYaml(text, completeContract(applyFacts(readContract(contractPath), selectedFacts)) as unknown as Json);
}

export async function learnCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments("npm run learn --", help, { args, allowPositionals: true, options });
  const { apply, reject, review, contract: file, out: outFile } = values;
  const ids = values.only?.split(",").filter(Boolean);
  const rejectedFile = join(dirname(file), "rejected-facts.yaml");
  const allowedFile = join(dirname(file), "allowed-names.yaml");
  if ([apply, reject, review, positionals[0]].filter((value) => value !== undefined).length !== 1) {
    fail(`Give recorded traffic, or --review FILE, --apply FILE or --reject FILE.`);
  }
  if (apply) {
    const hasChanged = await orFail(() => {
      const text = readFileSync(file, "utf8");
      const newText = applyReview(text, file, apply, { ids, includeClosest: values.all ?? false });
      writeFileSync(file, newText);
      return newText !== text;
    });
    const name = basename(file);
    console.log(hasChanged ? `Changed ${name}. Run \`npm run generate\`.` : `${name} already has all decided facts.`);
  } else if (review) {
    if (!process.stdin.isTTY) fail("A review needs a terminal: run it in one, without pipes.");
    console.log(await orFail(() => reviewDocument(review, readContract(file), { rejectedFile, allowedFile })));
  } else if (reject) {
    if (!ids) fail("No facts to reject: give their ids with --only.");
    await orFail(() => selectFacts(readReview(reject).facts, ids));
    await orFail(() => addToList(rejectedFile, "rejected", ids));
    console.log(`Noted in ${basename(rejectedFile)}.`);
  } else {
    const place = values["show-names"];
    if (place !== undefined && !process.stdout.isTTY)
      fail("Withheld names are shown only in a terminal: run the command without pipes.");
    if (values.allow) await orFail(() => allowNames(allowedFile, `${values.allow}`));
    const contract = await orFail(() => readContract(file));
    const accumulator = createAccumulator(contract, await orFail(() => readList(allowedFile)));
    const counts: TrafficCounts = await orFail(() =>
      readFiles(positionals, prepareContract(contract), accumulator, values["base-url"]),
    );
    const result = await orFail(() => learnFacts(contract, accumulator, new Set(readList(rejectedFile))));
    if (place !== undefined) return console.log(renderNames(result, place));
    console.log(renderReport(result, counts));
    if (counts.exchanges === 0) fail("Nothing was learned: the files have no exchange with the service.");
    if (result.facts.length === 0) return;
    if (await orFail(() => hasDecisions(outFile)))
      fail(`${outFile} has decisions of a review: apply and remove it, or choose another --out.`);
    await orFail(() => writeFileSync(outFile, renderReview(contract, result, basename(file))));
    console.log(`Review: npm run learn -- --review ${outFile}\nThen:   npm run learn -- --apply ${outFile}`);
  }
}

await runIfMain(import.meta.url, learnCommand);
