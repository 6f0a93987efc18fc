import { type OperationId, operations as rows } from "../../generated/operations.ts";
import { servers } from "../../generated/servers.ts";
import type { Selection } from "../core/exchange.ts";
import { matcher } from "../core/match.ts";
import type { Content, DeclaredResponse, Operation } from "../core/operation.ts";
import { checkInputs, type Validators } from "./inputs.ts";

/** An operation as `generated/servers.ts` has it. */
interface Written extends Omit<Operation, "responses"> {
  readonly responses: readonly WrittenResponse[];
  readonly validated?: true;
}
interface WrittenResponse extends Omit<DeclaredResponse, "contents"> {
  readonly contents: readonly (Omit<Content, "examples"> & { examples: Record<string, unknown> })[];
}

export const isDeclared = (id: string | symbol): id is OperationId => Object.hasOwn(rows, id);

/** The operations of the contract; each is made on first use, for all servers. */
const made = new Map<string, Operation & { readonly validated?: true }>();

export function declaredOperation(id: OperationId): Operation & { readonly validated?: true } {
  const known = made.get(id);
  if (known) return known;
  const written = servers[id]?.() as Written;
  const operation = {
    ...written,
    responses: written.responses.map(({ contents, ...response }) => ({
      ...response,
      contents: contents.map(({ examples, ...content }) => ({
        ...content,
        examples: new Map(
          Object.entries(examples).map(([name, value]) => [name, { value, source: "contract" as const }]),
        ),
      })),
    })),
  };
  made.set(id, operation);
  return operation;
}

let matching: ReturnType<typeof matcher<OperationId>> | undefined;

/** Finds the operation of the contract that a request is for. */
export const matchDeclared: ReturnType<typeof matcher<OperationId>> = (method, segments) => {
  matching ??= matcher(rows);
  return matching(method, segments);
};

/** Validates a request, and produces the selected response to it. */
export async function produce({ request, content, example = "" }: Selection<string>) {
  const rejection = await checkInputs(request, await validatorsOf(request.id));
  return rejection ?? { body: content?.examples.get(example)?.value };
}

/** The validators of an operation, which load with the first request for an operation that has any. */
async function validatorsOf(id: string): Promise<Validators> {
  const operation = isDeclared(id) ? declaredOperation(id) : undefined;
  if (!operation?.validated) return {};
  const { inputs, bodies } = await import("../../generated/requests.js");
  const own = (operation.body?.contents ?? []).flatMap(({ mediaType }) => {
    const validator = bodies[`${id} ${mediaType}`];
    return validator ? [[mediaType, validator] as const] : [];
  });
  return { inputs: inputs[id], bodies: Object.fromEntries(own) };
}
