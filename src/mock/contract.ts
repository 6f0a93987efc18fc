import { fileURLToPath } from "node:url";
import { loadPrism } from "./prism.ts";

type Prism = Awaited<ReturnType<typeof loadPrism>>["prism"];
type PrismOperation = Awaited<ReturnType<Prism["getHttpOperationsFromSpec"]>>[number];

/** One operation, as the contract has it. */
export interface Operation {
  method: string;
  path: string;
  answers: Answer[];
  /** What Prism is asked with. */
  prism: PrismOperation[];
}

/** An answer that the contract declares. */
interface Answer {
  /** `200`, `2XX`, `default` … */
  code: string;
  examples: Map<string, unknown>;
  /** Whether the contract says anything of the body. */
  specified: boolean;
}

/** A contract that is ready to answer from. */
export interface Contract {
  operations: Record<string, Operation>;
  prism: Prism;
}

/** The contract that this package ships. */
export const ownContract = (): string => fileURLToPath(import.meta.resolve("phone-agent-api/openapi.yaml"));

/** Reads a contract from a YAML or JSON file. */
export async function loadContract(file: string): Promise<Contract> {
  const { prism } = await loadPrism();
  const list = await prism.getHttpOperationsFromSpec(file);
  const operations = list.map((one) => [one.iid ?? `${one.method} ${one.path}`, operation(one)] as const);
  return { operations: Object.fromEntries(operations), prism };
}

function operation(prism: PrismOperation): Operation {
  return {
    method: prism.method.toUpperCase(),
    path: prism.path,
    answers: prism.responses.map(({ code, contents = [] }) => {
      const [media] = contents;
      const examples = (media?.examples ?? []).flatMap((one) =>
        "value" in one ? [[one.key, one.value] as const] : [],
      );
      return { code, examples: new Map(examples), specified: media?.schema !== undefined && !isOpen(media.schema) };
    }),
    prism: [prism],
  };
}

/** Whether a schema allows everything. */
function isOpen(schema: object): boolean {
  return Object.keys(schema).every(
    (keyword) => keyword.startsWith("x-") || ["$schema", "description"].includes(keyword),
  );
}

/** The declared answer that a status code falls under; without a code, that of success. */
export function answerFor({ answers }: Operation, code?: number): Answer | undefined {
  if (code === undefined) return answers.find((answer) => /^2(\d\d|XX)$/.test(answer.code)) ?? answers[0];
  return [String(code), `${String(code)[0]}XX`, "default"]
    .map((wanted) => answers.find((answer) => answer.code === wanted))
    .find((answer) => answer !== undefined);
}
