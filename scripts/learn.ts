import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fail, orFail, readArguments, runIfMain } from "./command.ts";
import { editYaml } from "./contract/edit.ts";
import { contractFile, type Json, readContract } from "./contract.ts";
import { createAccumulator } from "./learn/accumulate/accumulator.ts";
import { learn } from "./learn/facts/all.ts";
import { complete } from "./learn/facts/complete.ts";
import { addToList, readList } from "./learn/lists.ts";
import { applyChanges } from "./learn/overlay/change.ts";
import { decided, only, readOverlay } from "./learn/overlay/read.ts";
import { overlayOf, overlayText } from "./learn/overlay/write.ts";
import { namesText, type Read, reportText } from "./learn/report.ts";
import { reviewDocument } from "./learn/review.ts";
import { readAll } from "./learn/traffic.ts";

const help = `Learns from recorded traffic what the contract does not have, and writes it down for review.

  npm run learn -- traffic.har …            HAR; also NDJSON (.ndjson, .jsonl: an entry of a HAR on each line),
                                            a Postman collection v2.1 with example responses, a journal of the mock
      --base-url URL                        where the service is; without it, every host with the contract's paths
      --out FILE                            the review document (default: learned.yaml), an OpenAPI Overlay
      --show-names PLACE                    prints the names that were withheld at a place, to a terminal only
      --allow NAME,NAME                     notes names that say nothing about people: from then on they are taken
  npm run learn -- --review FILE            decide in the terminal, one operation after another; stop and continue as you like
  npm run learn -- --apply FILE             make the changes in the contract: names with the same words as their path,
                                            facts of known operations, and what the review accepted
      --all                                 also names that are only the closest; what was rejected stays out
  npm run learn -- --reject FILE --only …   note facts that must not come back
      --only ID,ID                          these facts alone
      --contract FILE                       another contract than openapi/openapi.yaml

No value of the traffic is written. A name is a value, too, if it is a person's: a name is written only if the contract
or other APIs have its words, if it recurs in objects as fields do, or if you allow it. All others are counted and withheld.
Meaning is never learned from traffic: units, lifetimes and permissions stay unknown.
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
  help: { type: "boolean" },
} as const;

/** Makes the changes of a reviewed document in the contract's text, and returns it. */
export function applied(
  text: string,
  contract: string,
  overlay: string,
  { ids, all = false }: { ids?: string[] | undefined; all?: boolean } = {},
): string {
  const changes = readOverlay(overlay);
  const chosen = ids ? only(changes, ids) : decided(changes, all);
  return editYaml(text, complete(applyChanges(readContract(contract), chosen)) as unknown as Json);
}

export async function learnCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(help, { args, allowPositionals: true, options });
  const { apply, reject, review, contract: file, out } = values;
  const ids = values.only?.split(",").filter(Boolean);
  const rejected = join(dirname(file), "rejected-facts.yaml");
  const allowed = join(dirname(file), "allowed-names.yaml");
  if ([apply, reject, review, positionals[0]].filter((value) => value !== undefined).length !== 1) {
    fail(`Give recorded traffic, or --review FILE, --apply FILE or --reject FILE.\n\n${help}`);
  }
  if (apply) {
    await orFail(() =>
      writeFileSync(file, applied(readFileSync(file, "utf8"), file, apply, { ids, all: values.all ?? false })),
    );
    console.log(`Changed ${basename(file)}. Run \`npm run generate\`.`);
  } else if (review) {
    if (!process.stdin.isTTY) fail("A review needs a terminal.");
    console.log(await orFail(() => reviewDocument(review, readContract(file), { rejected, allowed })));
  } else if (reject) {
    if (!ids) fail("Say with --only which facts to reject.");
    await orFail(() => only(readOverlay(reject), ids));
    await orFail(() => addToList(rejected, "rejected", ids));
    console.log(`Noted in ${basename(rejected)}.`);
  } else {
    const shown = values["show-names"];
    if (shown !== undefined && !process.stdout.isTTY) fail("Names are shown in a terminal only, and written nowhere.");
    if (values.allow) await orFail(() => addToList(allowed, "allowed", `${values.allow}`.split(",").filter(Boolean)));
    const contract = await orFail(() => readContract(file));
    const accumulator = createAccumulator(contract, await orFail(() => readList(allowed)));
    const read: Read = await orFail(() => readAll(positionals, values["base-url"], accumulator));
    const learned = await orFail(() => learn(contract, accumulator, new Set(readList(rejected))));
    if (shown !== undefined) return console.log(namesText(learned, shown));
    console.log(reportText(learned, read));
    if (learned.facts.length === 0) return;
    await orFail(() => writeFileSync(out, overlayText(overlayOf(contract, learned, basename(file)))));
    console.log(`Review: npm run learn -- --review ${out}\nThen:   npm run learn -- --apply ${out}`);
  }
}

await runIfMain(import.meta.url, learnCommand);
