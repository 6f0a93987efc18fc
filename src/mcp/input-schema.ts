import type { JsonObject as Node } from "../openapi/json.ts";
import { resolve } from "../openapi/reference.ts";
import { type Documented, references } from "./contract.ts";

/**
 * The arguments of an operation's tool, as JSON Schema. `undefined` where the operation needs a body that an agent can't
 * write, such as a file.
 */
export function inputSchema(contract: Node, { parameters, node }: Documented): Node | undefined {
  const path = objectOf(parameters.filter((parameter) => parameter["in"] === "path"));
  const inputs = objectOf(
    parameters.filter((parameter) => /query|header/.test(`${parameter["in"]}`) && isNamed(parameter)),
  );
  const body = bodyOf(contract, node);
  if (body?.required && !body.schema) return undefined;
  const schema = {
    type: "object",
    properties: { ...(path && { path }), ...(inputs && { inputs }), ...(body?.schema ? { body: body.schema } : {}) },
    required: [path && "path", inputs?.required.length && "inputs", body?.required && "body"].filter(Boolean),
    additionalProperties: false,
  };
  return selfContained(contract, schema);
}

/** Of a free-form object only the properties are sent, and the contract doesn't know their names. */
const isNamed = ({ schema }: Node) => !(schema as Node)["additionalProperties"];

function objectOf(parameters: readonly Node[]) {
  if (parameters.length === 0) return undefined;
  const properties = parameters.map(({ name, description, schema }) => [name, { description, ...(schema as Node) }]);
  const required = parameters.filter((parameter) => parameter["required"]).map(({ name }) => name);
  return { type: "object", properties: Object.fromEntries(properties) as Node, required, additionalProperties: false };
}

function bodyOf(contract: Node, { requestBody }: Node) {
  if (!requestBody) return undefined;
  const { content, required = false } = resolve(contract, requestBody) as { content: Node; required?: boolean };
  const [, media] = Object.entries(content).find(([type]) => /json|urlencoded|^text\//.test(type)) ?? [];
  return { required, schema: (media as Node | undefined)?.["schema"] };
}

/** A schema with all that it refers to. */
function selfContained(contract: Node, schema: Node): Node {
  const referred = Object.entries(references(contract, schema)).map(([$ref, node]) => [$ref.split("/").at(-1), node]);
  const whole = { ...schema, ...(referred.length > 0 && { $defs: Object.fromEntries(referred) }) };
  return JSON.parse(JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/')) as Node;
}
