import type { Contract } from "../../../../scripts/contract.ts";
import { callable } from "../../../../scripts/lint/rules/callable.ts";
import { at, tokens } from "../../contract-copy.ts";
import { type Case, expectRule } from "./expect-rule.ts";

const first = "extend scripts/generate/operations.ts first.";
const query = `The client writes queries in style form with explode only: ${first}`;
const body = `The client sends one kind of body, application/json or multipart/form-data: ${first}`;
const parameter = { in: "query", name: "q", description: "An input.", schema: { type: "string" } };
const schema = { schema: {} };
const noBody = "A GET takes no body: fetch sends none.";
const security = "The client sends the token with every operation: leave out its own `security`.";
const servers = "The client sends every operation to one address: leave out its own `servers`.";

const changed = (name: string, change: object, message: string): Case => ({
  name,
  edit: (contract) => Object.assign(at(contract, ...tokens), change),
  message,
  at: "paths//api/v2/tokens/get",
});
const called = (name: string, operationId: unknown, message: string) => changed(name, { operationId }, message);
const takes = (name: string, change: object, message: string) =>
  changed(name, { parameters: [{ ...parameter, ...change }] }, message);
const sends = (name: string, content: object) => changed(name, { requestBody: { content } }, body);
const responds = (name: string, responses: object, message: string) => changed(name, { responses }, message);

expectRule(callable, [
  called(
    "an operation id that is not a name in TypeScript",
    "list-tokens",
    'The operation id "list-tokens" must be in camelCase.',
  ),
  called("an operation id that the client uses itself", "http", '"http" is a name of the client\'s own.'),
  called(
    "an operation id that JavaScript reserves",
    "delete",
    '"delete" is a reserved word of JavaScript, and cannot name an operation.',
  ),
  takes("a header", { in: "header", name: "X-Team" }, `The client takes no header parameters yet: ${first}`),
  takes("content", { content: {} }, `The client takes no parameters with content yet: ${first}`),
  takes("a query in another style", { style: "deepObject" }, query),
  takes("a query that is not exploded", { explode: false }, query),
  takes("a query that is not escaped", { allowReserved: true }, query),
  takes(
    "a path in another style",
    { in: "path", style: "label" },
    `The client fills paths in style simple only: ${first}`,
  ),
  ...["boolean", "array", ["string", "null"]].map((type) =>
    takes(
      `a path value of type ${type}`,
      { in: "path", schema: { type } },
      `The client fills paths with strings and numbers only: ${first}`,
    ),
  ),
  takes("the token", { name: "token" }, 'The client sends "token" itself: it is the token.'),
  {
    name: "path values that are one argument",
    edit: (contract) =>
      Object.assign(contract.paths, { "/api/v2/{agent-id}/{agentId}": { get: at(contract, ...tokens) } }),
    message: "agent-id and agentId both become the argument agentId: rename one of them.",
    at: "paths//api/v2/{agent-id}/{agentId}/get",
  },
  sends("a body of another kind", { "text/csv": schema }),
  sends("a body of several kinds", { "application/json": schema, "multipart/form-data": schema }),
  responds("no successful response", { default: {} }, `The client reads one successful response, not 0: ${first}`),
  responds(
    "two successful responses",
    { "200": {}, "202": {} },
    `The client reads one successful response, not 2: ${first}`,
  ),
  responds(
    "a response that is not JSON",
    { "2XX": { content: { "text/csv": schema } } },
    "The client reads JSON: the service's responses are known to be JSON.",
  ),
  changed("a body of a GET", { requestBody: { content: { "application/json": schema } } }, noBody),
  changed("security of an operation's own", { security: [] }, security),
  changed("a server of an operation's own", { servers: [{ url: "{base_url}" }] }, servers),
  {
    name: "a server of a path's own",
    edit: (contract) => Object.assign(at(contract, ...tokens.slice(0, 2)), { servers: [{ url: "{base_url}" }] }),
    message: servers,
    at: "paths//api/v2/tokens/get",
  },
  changed("callbacks", { callbacks: {} }, "Nothing shows callbacks yet: describe them in words."),
  {
    name: "an operation of a path item by reference",
    edit: (contract) => {
      const item = { get: { ...at(contract, ...tokens), security: [] } };
      Object.assign(contract.components, { pathItems: { Tokens: item } });
      Object.assign(contract.paths, { "/api/v2/tokens": { $ref: "#/components/pathItems/Tokens" } });
    },
    message: security,
    at: "paths//api/v2/tokens/get",
  },
  ...["PhoneAgentError", "OperationId"].map((name) => ({
    name: `a schema that is called ${name}`,
    edit: (contract: Contract) => Object.assign(contract.components.schemas, { [name]: { type: "object" } }),
    message: `"${name}" is a type of the client's own: give the schema another name.`,
    at: `components/schemas/${name}`,
  })),
]);
