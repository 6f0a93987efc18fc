import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Document, isScalar, isSeq, visit } from "yaml";
import { indexedOperations, pathOperations } from "../../scripts/contract/operations.ts";
import { root } from "../../scripts/tools/run.ts";
import { isFreeForm } from "../../src/openapi/parameter.ts";
import { parsePointer } from "../../src/openapi/pointer.ts";
import { aspectOf } from "../../src/openapi/unknown-aspects.ts";
import { unknowns, unknownsAt } from "../../src/openapi/unknowns.ts";
import { listFieldUnknowns } from "../field-unknown.ts";
import { documentAll } from "./documented.ts";
import type { Project } from "./project.ts";

/** A new fact: the change of CONTRIBUTING that it needs, and how a maintainer makes it by hand. */
export interface Plant {
  change: string;
  /** The most files that are edited by hand. */
  mostFiles: number;
  plant(project: Project): Promise<void>;
}

const text = (description: string, keywords = {}) => ({ description, type: "string", ...keywords });
const object = (description: string, properties: Record<string, object>) => ({
  description,
  type: "object",
  required: Object.keys(properties),
  properties,
});
const json = (schema: object, values: Record<string, unknown>) => {
  const examples = Object.entries(values).map(([name, value]) => [name, { summary: "An example", value }]);
  return { "application/json": { schema, examples: Object.fromEntries(examples) } };
};
const response = (description: string, schema: object, values: Record<string, unknown>) => ({
  description,
  content: json(schema, values),
});

const unauthorized = response(
  "The token is missing or wrong.",
  object("Why the token is rejected.", { error: text("What is wrong.") }),
  { missing: { error: "Example error" } },
);
const invalid = response(
  "The body is invalid.",
  object("Why the body is rejected.", {
    errors: { description: "One entry for each mistake.", type: "array", items: text("A mistake.") },
  }),
  { label: { errors: ["Example mistake"] } },
);

const operation: Plant = {
  change: "Add an operation",
  mostFiles: 3,
  async plant({ contract, editContract, note, script }) {
    const free = indexedOperations(contract()).find(
      ({ knowledge, method }) => knowledge === "name" && method === "POST",
    );
    const { area, name } = free ?? { area: contract().tags[0]?.name ?? "", name: "Plant a record" };
    const path = "/api/v2/planted/{plantedId}";
    const options = ["--id", "createPlanted", "--method", "POST", "--path", path, "--area", area, "--name", name];
    await script("add-operation", ...options);
    editContract((document) => {
      const keys = ["paths", path, "post"];
      document.deleteIn([...keys, "x-not-shown"]);
      document.setIn([...keys, "description"], "Creates a record.");
      set(document, [...keys, "parameters", 0, "schema"], { type: "integer", minimum: 1 });
      document.deleteIn([...keys, "parameters", 0, "x-not-shown"]);
      set(document, [...keys, "parameters", 0, "examples", "placeholder", "value"], 1);
      const body = object("What the record is made from.", { label: text("The label.", { maxLength: 100 }) });
      set(document, [...keys, "requestBody"], {
        description: "The record.",
        required: true,
        content: json(body, { example: { label: "Example" } }),
      });
      const record = object("The record.", {
        id: { description: "ID of the record.", type: "integer" },
        label: text("The label."),
      });
      const values = [1, 2, 3].map((id) => [`record-${id}`, { id, label: "Example" }]);
      set(document, [...keys, "responses"], {
        "201": response("The record was created.", record, Object.fromEntries(values)),
        "401": unauthorized,
        "422": invalid,
        default: { $ref: "#/components/responses/Failure" },
      });
    });
    note("facts: Another operation is documented.");
  },
};

const error: Plant = {
  change: "Document an error of all operations",
  mostFiles: 3,
  async plant({ contract, editContract, editTable, note }) {
    editContract((document) => {
      set(document, ["components", "responses", "PlantedUnauthorized"], unauthorized);
      for (const { keys } of pathOperations(contract())) {
        set(document, [...keys, "responses", "401"], { $ref: "#/components/responses/PlantedUnauthorized" });
      }
    });
    editTable();
    note("facts: A missing or wrong token gives status 401.");
  },
};

const guidesFolder = "scripts/docs/guides";
const guide = `${guidesFolder}/4-junk-inbox.md`;
const inputs: Plant = {
  change: "Name the inputs of a list",
  mostFiles: 4,
  async plant({ contract, edit, editContract, editTable, note }) {
    const list = pathOperations(contract()).find(
      ({ operation, query }) =>
        operation["x-pagination"] && query.some((parameter) => isFreeForm(contract(), parameter)),
    );
    const closedIds = new Set(unknowns(contract()).map(({ id }) => id));
    editContract((document) => {
      const keys = list?.keys ?? [];
      const input = (name: string, type: string) => ({ name, in: "query", description: "An input.", schema: { type } });
      set(document, [...keys, "x-pagination", "inputs"], {
        paginate: "isPaginated",
        page: "pageNo",
        size: "roomsPerPage",
      });
      set(
        document,
        [...keys, "parameters"],
        [
          input("isPaginated", "boolean"),
          input("pageNo", "integer"),
          input("roomsPerPage", "integer"),
          input("onlyUnread", "boolean"),
        ],
      );
    });
    for (const { id } of unknowns(contract())) closedIds.delete(id);
    edit(guide, (text) => withoutSentences(text, [...closedIds]));
    editTable();
    note("facts: The names of the junk inbox inputs are documented.");
  },
};

/** Removes the sentences and list items that name an unknown, as a maintainer would who knows the answer. */
const withoutSentences = (text: string, ids: string[]) =>
  text
    .split("\n")
    .filter((line) => !(line.startsWith("- ") && ids.some((id) => line.includes(id))))
    .map((line) => (ids.some((id) => line.includes(id)) ? "The reference has their names." : line))
    .join("\n");

const unknown: Plant = {
  change: "Close an unknown",
  mostFiles: 5,
  async plant({ contract, read, edit, editContract, editTable, note }) {
    const guides = readdirSync(join(root, guidesFolder)).map((file) => `${guidesFolder}/${file}`);
    const guidesNaming = (id: string) => guides.filter((file) => read(file).includes(id));
    // The unknown that most guides name; the session of the agents' guide shows another one after that.
    // The README shows one that a maintainer replaces by hand, with what it becomes.
    const [fact, unknown] = listFieldUnknowns(contract())
      .filter(({ id }) => !read("README.md").includes(id))
      .sort((a, b) => guidesNaming(b.id).length - guidesNaming(a.id).length);
    if (!fact || !unknown) throw new Error("The contract has less than two unknowns of fields.");
    const keys = parsePointer(fact.pointer);
    editContract((document) => {
      const hasOtherUnknowns = unknowns(contract()).filter(({ pointer }) => pointer === fact.pointer).length > 1;
      document.deleteIn([...keys, "x-not-shown", ...(hasOtherUnknowns ? [fact.id] : [])]);
      document.setIn([...keys, "description"], `${document.getIn([...keys, "description"])} It is known now.`);
      set(document, [...keys, "x-observed"], { source: "HAR", exchanges: 3 });
    });
    for (const file of guidesNaming(fact.id)) {
      edit(file, (text) => {
        const session = text
          .replaceAll(JSON.stringify(fact.id), JSON.stringify(unknown.id))
          .replaceAll(JSON.stringify(fact.description), JSON.stringify(unknown.description))
          .replace(/(?<="list_unknowns", "arguments": )\{.*?\}/, JSON.stringify({ words: unknown.id }));
        return withoutSentences(session, [fact.id]);
      });
    }
    editTable();
    note("facts: It is known.");
  },
};

const webhook: Plant = {
  change: "Document a webhook",
  mostFiles: 3,
  async plant({ contract, editContract, editTable, note }) {
    const tag = contract().tags.findIndex(({ name }) => name === "Webhooks");
    editContract((document) => {
      for (const [id] of unknownsAt(contract().tags[tag])) {
        if (aspectOf(id, ["tags"]) === "payload") document.deleteIn(["tags", tag, "x-not-shown", id]);
      }
      const room = object("What was delivered.", { roomId: text("ID of the room."), kind: text("Kind of event.") });
      set(document, ["webhooks", "plantedEvent", "post"], {
        operationId: "onPlantedEvent",
        tags: ["Webhooks"],
        summary: "An event of a room",
        description: "Sent when something has happened in a room.",
        requestBody: {
          description: "The event.",
          required: true,
          content: json(room, { message: { roomId: "1001:2001", kind: "example-kind" } }),
        },
        responses: { "200": { description: "Received." } },
      });
    });
    editTable();
    note("facts: The payload of a delivery is documented.");
  },
};

const rename: Plant = {
  change: "Rename a field",
  mostFiles: 3,
  async plant({ editContract, editTable, edit, note }) {
    const name = "lastMessage";
    editContract((document) => renameField(document, name, "latestMessage"));
    editTable();
    // The table names words at the field.
    edit("test/contract/contract.test.ts", (text) =>
      text.replaceAll(`properties/${name}"`, 'properties/latestMessage"'),
    );
    note(`facts: The field ${name} is called latestMessage.`);
  },
};

function renameField(document: Document, name: string, newName: string): void {
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && key.value === name) key.value = newName;
    },
    Scalar(_, node, path) {
      const parent = path.at(-1);
      if (node.value === name && isSeq(parent)) node.value = newName;
    },
  });
}

const set = (document: Document, path: readonly (string | number)[], value: unknown) =>
  document.setIn(path, document.createNode(value));

export const plants: Record<string, Plant> = { operation, error, inputs, unknown, webhook, rename };

/** Documents all operations of the index. */
export const allOperations: Plant = {
  change: "Add an operation",
  mostFiles: 4,
  async plant({ contract, writeContract, note }) {
    const copy = structuredClone(contract());
    documentAll(copy, 97);
    writeContract(copy);
    note("facts: All operations are documented.");
  },
};
