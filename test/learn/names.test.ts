import { expect, test } from "vitest";
import { splitWords } from "../../scripts/contract/words.ts";
import { matchNames, similarityOf } from "../../scripts/learn/name/match.ts";

/** Returns whether a path and a name have the same words, if the index has the name and no others than these. */
const isSame = (area: string, method: string, path: string, name: string, ...otherNames: string[]) =>
  matchNames(
    [name, ...otherNames].map((text) => ({ area, method, name: text })),
    [{ method, path }],
  )[0]?.hasSameWords ?? false;

test("a single thing may have no id", () => {
  expect(isSame("Campaigns", "GET", "/campaigns/{id}", "Get campaign info")).toBe(true);
  expect(isSame("Switches", "GET", "/switches/{id}/snmp-config", "Show snmp config for a switch")).toBe(true);
  expect(isSame("Campaigns", "GET", "/campaign", "Get Campaign")).toBe(false);
  expect(isSame("Batches", "POST", "/batches", "Add to a batch")).toBe(false);
  expect(isSame("Shops", "GET", "/shop", "Get your own shop details")).toBe(false);
});

test("a name may end in its verb, or begin with a list of things", () => {
  const hasSameWords = (path: string, name: string) => isSame("Routes", "GET", path, name);
  expect(hasSameWords("/routes", "Routes list")).toBe(true);
  expect(hasSameWords("/routes/{id}", "Routes list")).toBe(false);
  expect(hasSameWords("/routes/{id}", "Route view")).toBe(true);
  expect(hasSameWords("/routes", "Get a list of routes")).toBe(true);
  expect(hasSameWords("/routes/{id}", "Get a list of routes")).toBe(false);
});

test("a verb fits the method, and the number of things fits the path", () => {
  const hasSameWords = (method: string, path: string, name: string) => isSame("Users", method, path, name);
  expect(hasSameWords("GET", "/users/{id}", "Edit user")).toBe(false);
  expect(hasSameWords("GET", "/users", "Search users")).toBe(false);
  expect(hasSameWords("DELETE", "/users/{id}", "Cancel user")).toBe(false);
  expect(hasSameWords("POST", "/users", "Delete users")).toBe(false);
  expect(hasSameWords("POST", "/users/{id}/names", "Get user names")).toBe(true);
  expect(hasSameWords("GET", "/users/{id}/files", "User file details")).toBe(false);
  expect(hasSameWords("GET", "/users/{id}/files/{id}", "User file details")).toBe(true);
  expect(hasSameWords("GET", "/users/v2/{id}", "Get a single user")).toBe(true);
});

test("an acronym that ends in S is one thing, and so are a status and settings", () => {
  expect(isSame("Messages", "DELETE", "/mms/{id}", "Delete MMS")).toBe(true);
  expect(isSame("Numbers", "GET", "/dids", "Get DIDs")).toBe(true);
  expect(isSame("Agents", "GET", "/agents/{id}/status", "Get agent status")).toBe(true);
  expect(isSame("Agents", "GET", "/agents/{id}/settings", "Get agent settings")).toBe(true);
});

test("an id without a word before it is of a thing that no word names", () => {
  expect(isSame("Tags", "DELETE", "/tags/{id}", "Delete a tag")).toBe(true);
  expect(isSame("Tags", "DELETE", "/tags/{id}/{id}", "Delete a tag")).toBe(false);
  expect(isSame("Tags", "DELETE", "/{id}/tags/{id}", "Delete a tag")).toBe(false);
  expect(isSame("Tags", "GET", "/api/v2/{id}/tags", "List tags")).toBe(false);
});

test("what belongs to the caller has no id", () => {
  expect(isSame("Shops", "GET", "/shops/{id}", "Get your own shop details")).toBe(false);
});

test("a remark before a name makes it no other name", () => {
  expect(isSame("Routes", "GET", "/routes", "(Deprecated) List routes")).toBe(true);
  expect(isSame("Routes", "GET", "/routes", "List routes", "(Deprecated) List routes")).toBe(false);
  expect(isSame("Routes", "GET", "/routes", "List routes", "DeprecatedListRoutes")).toBe(false);
});

test("the words of a compound are the closest, and an acronym's plural is the same", () => {
  const names = ["List time entries", "List tasks"].map((name) => ({ area: "Time", method: "GET", name }));
  expect(matchNames(names, [{ method: "GET", path: "/timeentries" }])[0]?.entry.name).toBe("List time entries");
  expect(isSame("Players", "GET", "/players/{id}/urls", "Fetch all player URLs")).toBe(true);
});

test("a list is only read, and a number of things is no list of them", () => {
  const hasSameWords = (method: string, path: string, name: string) => isSame("Projects", method, path, name);
  expect(hasSameWords("GET", "/projects", "Get the number of projects")).toBe(false);
  expect(hasSameWords("GET", "/projects", "Returns a list of projects")).toBe(true);
  expect(hasSameWords("POST", "/projects", "Approve a list of projects")).toBe(false);
});

test("names of one area belong to paths with one start, whatever its words", () => {
  const names = ["Clients", "Vendors"].flatMap((area) =>
    ["List invoices", "List ratings", "List contacts"].map((name) => ({ area, method: "GET", name })),
  );
  const entries = [
    ...names.filter(({ area, name }) => area === "Vendors" || name === "List contacts"),
    ...["List calls", "List tokens"].map((name) => ({ area: "Other", method: "GET", name })),
  ];
  const paths = ["invoices", "ratings", "contacts"].map((word) => `/providers/persons/{id}/${word}`);
  const operations = [...paths, "/calls", "/tokens"].map((path) => ({ method: "GET", path }));
  const areas = matchNames(entries, operations).map(({ entry }) => entry.area);
  expect(areas).toEqual(["Vendors", "Vendors", "Vendors", "Other", "Other"]);
});

test("a path has the version of its area", () => {
  const names = ["V1 Refunds", "Refunds"].map((area) => ({ area, method: "POST", name: "Create refund" }));
  const areaOf = (path: string) =>
    matchNames(names, [{ method: "POST", path }]).map(({ entry, hasSameWords }) => [entry.area, hasSameWords]);
  expect(areaOf("/v1/refunds")).toEqual([["V1 Refunds", true]]);
  expect(areaOf("/v2/refunds")).toEqual([["Refunds", true]]);
});

test("if two paths have the words of a name, neither is sure to be the name's", () => {
  const names = [{ area: "Tasks", method: "GET", name: "List tasks" }];
  const hasSameWords = (...paths: string[]) =>
    matchNames(
      names,
      paths.map((path) => ({ method: "GET", path })),
    ).map((candidate) => candidate.hasSameWords);
  expect(hasSameWords("/v1/tasks")).toEqual([true]);
  expect(hasSameWords("/v1/tasks", "/v1/tasks/limits")).toEqual([true]);
  expect(hasSameWords("/v1/tasks", "/v2/tasks")).toEqual([false]);
});

test("names and paths don't have the same words if their subjects, numbers, methods or verbs differ", () => {
  const hasSameWords = (method: string, path: string, name: string, ...otherNames: string[]) =>
    isSame("Tasks", method, path, name, ...otherNames);
  expect(hasSameWords("GET", "/tags/{id}/tasks", "Get tasks from a tag")).toBe(true);
  expect(hasSameWords("GET", "/tasks/{id}/tags", "Get tasks from a tag")).toBe(false);
  expect(hasSameWords("GET", "/tasks", "Get a task")).toBe(false);
  expect(hasSameWords("GET", "/groups/{id}/tasks", "List tasks")).toBe(false);
  expect(hasSameWords("POST", "/tasks", "Restore task")).toBe(false);
  expect(hasSameWords("DELETE", "/tasks/{id}", "Delete all tasks")).toBe(false);
  expect(hasSameWords("DELETE", "/tasks/{id}", "Delete a task's recordings")).toBe(false);
  expect(hasSameWords("DELETE", "/recordings/{id}", "Delete a meeting's recordings")).toBe(false);
  expect(hasSameWords("GET", "/tasks", "List tasks", "Get all tasks")).toBe(false);
});

test("a path without a fitting name gets no name", () => {
  const names = [{ area: "Tasks", method: "GET", name: "Fetch all tasks" }];
  expect(matchNames(names, [{ method: "GET", path: "/api/v2/featureFlags" }])).toEqual([]);
  expect(matchNames(names, [{ method: "POST", path: "/api/v2/tasks" }])).toEqual([]);
});

test("a rejected name is replaced by the next best", () => {
  const names = ["Fetch task limits", "Fetch all tasks"].map((name) => ({ area: "Tasks", method: "GET", name }));
  const operations = [{ method: "GET", path: "/api/v2/tasks/limits" }];
  expect(matchNames(names, operations)[0]?.entry.name).toBe("Fetch task limits");
  expect(matchNames(names, operations, ({ name }) => name === "Fetch task limits")[0]?.entry.name).toBe(
    "Fetch all tasks",
  );
});

test("the rivals of a name are the next best, best first, at most three, and possible for the method", () => {
  const names = [
    ["GET", "List task limits"],
    ["GET", "Fetch task limits"],
    ["POST", "Update task limits"],
    ["GET", "Fetch all tasks"],
    ["GET", "Task statistics"],
    ["GET", "Count webhooks"],
    ["GET", "Fetch limits of tasks by day"],
  ].map(([method = "", name = ""]) => ({ area: "Tasks", method, name }));
  const [candidate] = matchNames(names, [{ method: "GET", path: "/api/v2/tasks/limits" }]);
  expect([candidate?.entry, ...(candidate?.rivals ?? [])].map((entry) => entry?.name)).toEqual([
    "List task limits",
    "Fetch task limits",
    "Fetch limits of tasks by day",
    "Task statistics",
  ]);
});

test("names split into words of any spelling", () => {
  expect(splitWords("GET outboundSMSMessages/by_id")).toEqual(["get", "outbound", "sms", "message", "by", "id"]);
  expect(splitWords("Queue outbound call(s)")).toEqual(["queue", "outbound", "call"]);
  expect(similarityOf("registration", "register")).toBeGreaterThan(0.5);
  expect(similarityOf("task", "token")).toBe(0);
});
