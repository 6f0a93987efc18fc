import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Servers, startServers } from "./servers.ts";

// The mock and the test server once differed on each of these requests, or both were wrong.

let servers: Servers;
beforeAll(async () => {
  servers = await startServers(join(import.meta.dirname, "differences.yaml"));
});
afterEach(() => servers.server.reset());
afterAll(() => servers.close());

const withToken = (path: string) => `/api/v2/${path}${path.includes("?") ? "&" : "?"}token=t`;
const overHttp = (path: string, init?: RequestInit) => fetch(servers.mock.url + withToken(path), init);
const inProcess = (path: string, init?: RequestInit) => servers.server.fetch(`http://a.test${withToken(path)}`, init);
const post = (body: BodyInit, headers: Record<string, string> = {}): RequestInit => ({ method: "POST", body, headers });
const json = (text: string, headers = {}) => post(text, { "content-type": "application/json", ...headers });
function multipart(list: string, object = '{"a":1}'): FormData {
  const form = new FormData();
  form.append("x[y]", "1");
  form.append("l", list);
  form.append("o", object);
  form.append("f", new Blob(["abc"]));
  return form;
}
const version = (number: number) => ({ "content-type": `Application/JSON;charset=utf-8; version=${number}` });
const neededHeader = { "x-need": "1" };

/** Returns options with a list in a header, appended item by item. */
const withLevels = (...values: string[]): RequestInit => {
  const headers = new Headers();
  for (const value of values) headers.append("x-levels", value);
  return { headers };
};

test.each<[name: string, status: number, path: string, init?: RequestInit]>([
  ["a hexadecimal integer", 422, "q?limit=0x10"],
  ["an integer with a plus", 422, "q?limit=%2B5"],
  ["an integer after a space", 422, "q?limit=%205"],
  ["an empty integer", 422, "q?limit="],
  ["an integer with a fraction of zero", 204, "q?limit=5.0"],
  ["an integer with an exponent", 204, "q?limit=1e3"],
  ["a number without an integer part", 422, "q?n=.5"],
  ["an infinite number", 422, "q?n=Infinity"],
  ["an item of an enumeration of integers without a type", 204, "q?level=1"],
  ["a text against an enumeration of integers without a type", 422, "q?level=x"],
  ["an integer that can be an integer or a text", 204, "q?either=5"],
  ["a text that can be an integer or a text", 204, "q?either=a"],
  ["a text of digits that is too large as an integer", 204, "q?year=2024"],
  ["a text of digits that is invalid as an integer and as a text", 422, "q?year=200"],
  ["a text that is false as a boolean", 204, "q?mode=false"],
  ["a text that isn't false and fits as a text", 204, "q?mode=true"],
  ["a boolean that is invalid as a boolean and as a text", 422, "q?mode=x"],
  ["the text null for an integer or null", 204, "q?count=null"],
  ["a text that fits a pattern of Unicode", 204, "q?word=abc"],
  ["a text against a pattern of Unicode", 422, "q?word=1"],
  ["a text twice", 422, "q?text=a&text=b"],
  ["a plain text twice", 422, "q?plain=a&plain=b"],
  ["a number that isn't an integer, of a name that can have an integer or a text", 204, "free?any=1.5"],
  ["a value without a type, of a name that can have any", 204, "free-values?any=a"],
  ["a free-form name and a declared name", 204, "named-and-free?any=a&size=1"],
  ["a free-form name and a declared name of another type", 422, "named-and-free?any=a&size=x"],
  ["a name in other case", 204, "q?LIMIT=x"],
  ["an object by its properties", 204, "q?filter[a]=1"],
  ["an object with a property of another type", 422, "q?filter[a]=x"],
  ["an object with a property that is ruled out", 422, "q?filter[b]=1"],
  ["a name that begins like a property of an object and doesn't end like one", 422, "q?limited[b=1"],
  ["a name that ends like a property of an object and doesn't begin like one", 204, "q?limitedb]=1"],
  ["a property of an object that allows none", 422, "q?limited[b]=1"],
  ["an object by its properties, and its name alone, which is ignored", 204, "q?filter=x&filter[a]=1"],
  ["an object in JSON in place of brackets", 422, `q?deep[a]=${encodeURIComponent('{"b":1}')}`],
  ["a property of a nested object", 204, "q?deep[a][b]=1"],
  ["a property of a nested object, of another type", 422, "q?deep[a][b]=x"],
  ["a property of a nested object, twice", 422, "q?deep[a][b]=1&deep[a][b]=2"],
  ["a nested object and a text in its place", 422, "q?deep[a]=1&deep[a][b]=2"],
  ["an object that allows no property, with a nested one", 422, "q?deep[o][x]=1"],
  ["a property in percent-encoded brackets", 204, "q?deep%5Ba%5D%5Bb%5D=1"],
  ["a property in percent-encoded brackets, of another type", 422, "q?deep%5Ba%5D%5Bb%5D=x"],
  ["a list three names deep", 204, "q?deep[a][c][d]=true&deep[a][c][d]=false"],
  ["a list three names deep with an item of another type", 422, "q?deep[a][c][d][]=true&deep[a][c][d][]=x"],
  ["a list in an object by its repeated name", 204, "q?deep[r]=1&deep[r]=2"],
  ["a list in an object with empty brackets", 204, "q?deep[r][]=1"],
  ["a list in an object with empty brackets and an item of another type", 422, "q?deep[r][]=1&deep[r][]=x"],
  ["a list in an object by its indexes", 204, "q?deep[r][1]=1&deep[r][0]=2"],
  ["a list in an object by an index, with an item of another type", 422, "q?deep[r][0]=x"],
  ["a list in an object in three ways, with too many items", 422, "q?deep[r]=1&deep[r][]=2&deep[r][0]=3"],
  ["a list in an object with an index that is too large for a list", 422, "q?deep[r][20]=1"],
  ["a list in an object with a name in place of an index", 422, "q?deep[r][x]=1"],
  ["an object in a list", 204, "q?deep[l][0][b]=1&deep[l][1][b]=2"],
  ["an object in a list with a property of another type", 422, "q?deep[l][0][b]=1&deep[l][1][b]=x"],
  ["an object in a list without the property that it requires", 422, "q?deep[l][0][c]=1"],
  ["an object in a list with empty brackets", 422, "q?deep[l][][b]=1"],
  ["an object whose names look like indexes", 204, "q?deep[m][0]=1&map[7]=1"],
  ["an object with an empty name", 422, "q?map[]=1"],
  ["an object with an empty name and another", 422, "q?map[]=1&map[a]=1"],
  ["a name of every object, which the object doesn't allow", 422, "q?deep[__proto__][x]=1"],
  ["a name of every object as a property of any name", 204, "q?map[__proto__]=1&map[constructor]=1"],
  ["a name of every object as a property of any name, of another type", 422, "q?deep[m][__proto__]=x"],
  ["a name of every object in place of a list", 422, "q?deep[r][__proto__]=1"],
  ["a list with empty brackets", 204, "q?tags[]=1&tags[]=2"],
  ["a list with empty brackets and an item of another type", 422, "q?tags[]=x"],
  ["a list in brackets without them", 204, "q?tags=1&tags=2"],
  ["a text after brackets", 422, "q?deep[a]b=1"],
  ["brackets in brackets", 422, "q?deep[[a]]=1"],
  ["a bracket that isn't closed after another", 422, "q?map[a][b=1"],
  ["six names in brackets", 422, "q?must[a]=1&must[b][c][d][e][f][g]=1"],
  ["five names in brackets", 204, "q?must[a]=1&must[b][c][d][e][f]=1"],
  ["an object with a property of any name", 204, "q?map[x]=1"],
  ["an object with a property of any name and another type", 422, "q?map[x]=a"],
  ["an object without the property that it requires", 422, "q?must[b]=1"],
  ["a list whose items have their type and their bound in two schemas", 204, "q?bounded=5"],
  ["a list with an item below a bound without a type", 422, "q?bounded=0"],
  ["an object whose property has its type and its bound in two schemas", 204, "q?narrow[a]=5"],
  ["an object with a property below a bound without a type", 422, "q?narrow[a]=0"],
  ["an object whose further properties have their type and their bound in two schemas", 204, "q?ruled[a]=5"],
  ["an object with a further property below a bound without a type", 422, "q?ruled[a]=0"],
  ["a time without a zone", 422, "q?at=2020-01-01T00:00:00"],
  ["a time with a zone", 204, "q?at=2020-01-01T00:00:00Z"],
  ["a time on February 30", 422, "q?at=2020-02-30T00:00:00Z"],
  ["an invalid UUID", 422, "q?id=x"],
  ["an invalid URI", 422, "q?link=x"],
  ["an integer that is too long for its format", 422, "q?i32=9999999999"],
  ["an input of JSON", 204, `q?j=${encodeURIComponent('{"a":1}')}`],
  ["an input of JSON of another type", 422, `q?j=${encodeURIComponent("{}")}`],
  ["an input of invalid JSON", 422, "q?j=x"],
  ["an input of JSON of any type, twice", 422, "q?any-json=1&any-json=2"],
  ["a list in a header, appended twice", 204, "q", withLevels("1", "2")],
  ["a list in a header with an item of another type", 422, "q", withLevels("1", "x")],
  ["an object in a header", 204, "q", { headers: { "x-obj": "a,1" } }],
  ["an object in a header with a property of another type", 422, "q", { headers: { "x-obj": "a,x" } }],
  ["the JSON body false", 204, "flag", json("false")],
  ["the JSON body null", 204, "flag", json("null")],
  ["a JSON body of another type", 422, "flag", json('"no"')],
  ["null in place of an optional object", 422, "opt", json("null")],
  ["JSON without a Content-Type", 204, "opt", post(new TextEncoder().encode('{"a":1}'))],
  ["a body that depends on a field", 422, "obj", json('{"a":1}', neededHeader)],
  ["a body with an unevaluated field", 422, "obj", json('{"c":1}', neededHeader)],
  ["a body with an invalid tuple", 422, "obj", json('{"pair":["x",1]}', neededHeader)],
  ["a body without the read-only field of a part of its schema", 204, "composed", json('{"name":"a"}')],
  ["a body without another field of a part of its schema", 422, "composed", json('{"id":1}')],
  ["a body that is a constant with a field like a keyword", 204, "constant", json('{"title":"a"}')],
  ["a body that isn't this constant", 422, "constant", json("{}")],
  ["a body with what its field named like a keyword requires", 204, "dependent", json('{"title":1,"name":"a"}')],
  ["a body without what its field named like a keyword requires", 422, "dependent", json('{"title":1}')],
  ["a body with a field named like a keyword, of another type", 422, "dependent", json('{"title":"a","name":"a"}')],
  ["a body that satisfies all of these rules", 204, "obj", json('{"a":1,"b":"x"}', neededHeader)],
  ["a missing header before a body of another type", 422, "obj", post("x", { "content-type": "text/plain" })],
  ["a body without the charset that is declared", 204, "charset", json('{"a":1}')],
  ["an invalid body without the charset", 422, "charset", json("{}")],
  ["a body in a range of types", 204, "range", json('{"a":1}')],
  ["an invalid body in a range of types", 422, "range", json("{}")],
  ["a form with an object by its properties", 204, "form", post(new URLSearchParams("o[a]=1"))],
  ["a form with two properties of one object and a list", 204, "form", post(new URLSearchParams("o[a]=1&o[l]=2&l=1"))],
  ["a form with more fields than it may have", 422, "form", post(new URLSearchParams("ox=1&lx=1&a=1"))],
  ["a form with a list in an object", 204, "form", post(new URLSearchParams("o[l]=1&o[l]=2"))],
  ["a form with a property of another type", 422, "form", post(new URLSearchParams("o[a]=x"))],
  ["a form with a property four names deep", 204, "form", post(new URLSearchParams("o[b][c][d][e]=1"))],
  [
    "a form with a property four names deep, of another type",
    422,
    "form",
    post(new URLSearchParams("o[b][c][d][e]=x")),
  ],
  ["a form with a bracket that isn't closed", 422, "form", post(new URLSearchParams("o[a=1"))],
  ["a form with a list in one field", 204, "form", post(new URLSearchParams("l=1,2"))],
  ["a form with a list in one field, twice", 422, "form", post(new URLSearchParams("l=1&l=2"))],
  ["a body of the exact type, which is declared after a range", 200, "precise", json('{"a":1}')],
  ["a body of the exact type that is valid in the range only", 422, "precise", json('{"b":1}')],
  ["a form with a list with an item of another type", 422, "form", post(new URLSearchParams("l=1,x"))],
  ["a form with a field that every object has", 204, "form", post(new URLSearchParams("__proto__=1&constructor=2"))],
  ["a form with a text twice", 422, "form", post(new URLSearchParams("s=a&s=b"))],
  ["a multipart body with a name in brackets, an object of JSON and a file", 204, "multipart", post(multipart("1"))],
  ["a multipart body with an object without its field", 422, "multipart", post(multipart("1", "{}"))],
  [
    "a multipart body with a list in one field, as only other forms can have a style",
    422,
    "multipart",
    post(multipart("1,2")),
  ],
  ["a text whose schema has a condition on lists", 204, "q?if-list=ab"],
  ["a form with a text whose schema has a condition on numbers", 204, "form", post(new URLSearchParams("s=5"))],
  ["an empty boolean that may be empty", 204, "q?blank"],
  ["a text for a boolean that may be empty", 422, "q?blank=x"],
  ["a body of the second version of a type", 200, "versions", post('{"two":1}', version(2))],
  ["a body of the first version, under the type of the second", 422, "versions", post('{"one":1}', version(2))],
  ["a body of a type without the version that is declared", 200, "versions", json('{"one":1}')],
  ["XML for an object, which no server reads", 204, "xml", post("<a/>", { "content-type": "application/xml" })],
  ["a file of JSON for a text of any type", 204, "file", json('{"a":1}')],
  ["a file of invalid JSON for a text of any type", 204, "file", json("{")],
  ["a file of JSON that is too long for a text of any type", 422, "file", json('{"a":1000}')],
  ["an operation that declares only responses before the final one", 200, "early"],
  ["any value, twice", 204, "q?open=a&open=b"],
  ["the text null where null is also allowed", 204, "q?word-or-null=null"],
  ["a list in one text with a space", 422, "q?joined=1,%202"],
  ["an exploded object in a header, with an equals sign in a value", 204, "q", { headers: { "x-pairs": "a=b=c" } }],
  ["an integer for a free-form number", 204, "numbers?any=1"],
  ["a text for a free-form number", 422, "numbers?any=a"],
  [
    "two cookies of one name, of which the first counts",
    204,
    "cookie",
    { headers: { cookie: "lang=en; page=9; page=x" } },
  ],
  ["the placeholder of free-form inputs", 422, "free?inputs=1"],
  ["a property of the placeholder of free-form inputs", 422, "free?inputs[a]=1"],
  ["a list in one text", 204, "names?ids=a,b"],
  ["an empty list that must have an item", 422, "names?ids="],
  ["a list in one text, twice", 422, "names?ids=a&ids=b"],
  ["a list with an item that is too long", 422, "names?ids=aaa"],
  ["a list with pipes", 204, "names?m=1%7C2"],
  ["a list with spaces", 204, "names?s=1%202"],
  ["a list whose style has pipes, exploded", 204, "names?e=1&e=2"],
  ["an operation that takes a certificate, which no request shows", 204, "certificate"],
  ["both of two credentials", 204, "two-keys?api_key=k", { headers: { "x-api-key": "k" } }],
  ["a lower-case method that fetch capitalizes", 204, "names", { method: "get" }],
  ["a cookie", 204, "cookie", { headers: { cookie: "a=b; lang=en" } }],
  ["no cookie", 422, "cookie"],
  ["a cookie that is an integer", 204, "cookie", { headers: { cookie: "lang=en; page=9" } }],
  ["a cookie above its maximum", 422, "cookie", { headers: { cookie: "lang=en; page=10" } }],
  ["a cookie of another type", 422, "cookie", { headers: { cookie: "lang=en; page=x" } }],
  ["a percent-encoded list in a cookie", 204, "cookie", { headers: { cookie: "lang=en; levels=1%2C2" } }],
  ["a list in a cookie with an item of another type", 422, "cookie", { headers: { cookie: "lang=en; levels=1,x" } }],
])("%s gets %i from both servers", async (_name, status, path, init) => {
  const [httpResponse, response] = [await overHttp(path, init), await inProcess(path, init)];
  const text = await response.text();
  expect([httpResponse.status, await httpResponse.text()]).toEqual([status, text]);
  expect(response.status, text).toBe(status);
});

test.each([
  ["two-keys", {}, "Credentials are missing: pass the query parameter api_key and the header x-api-key."],
  [
    "two-keys",
    { "x-api-key": "k" },
    "Credentials are missing: pass the query parameter api_key and the header x-api-key.",
  ],
  ["either-key", {}, "Credentials are missing: pass the query parameter api_key, or the header x-api-key."],
])("%s with the headers %j is rejected with all that it takes", async (path, headers, detail) => {
  for (const send of [overHttp, inProcess]) {
    expect(await (await send(path, { headers })).json()).toMatchObject({ status: 401, detail });
  }
});

test("a preference is rejected with the name of its header", async () => {
  const detail = expect.stringMatching(/^Prefer: unknown preference/);
  for (const send of [overHttp, inProcess]) {
    expect(await (await send("q", { headers: { prefer: "prefer=1" } })).json()).toMatchObject({ detail });
  }
});

test("a property that an input requires is named with the input", async () => {
  const detail = "The query parameter must.a is missing.";
  for (const send of [overHttp, inProcess]) expect(await (await send("q?must[b]=1")).json()).toMatchObject({ detail });
});

test.each([
  ["deep[a][b]=x", "The query parameter deep.a.b must be integer."],
  ["deep[r][]=1&deep[r][]=x", "The query parameter deep.r.1 must be integer."],
  [
    "deep[a=1",
    "The query parameter deep takes up to 5 names in brackets, such as deep[a][b]. Only the last can be empty, for a list.",
  ],
])("the nested input %s is rejected with its place", async (query, detail) => {
  for (const send of [overHttp, inProcess]) expect(await (await send(`q?${query}`)).json()).toMatchObject({ detail });
});

test.each<[name: string, path: string, undeclared: string | null]>([
  ["a name for free-form inputs", "free?any=1", null],
  ["a name that begins like that of an input without properties", "q?limit[a]=1", "limit%5Ba%5D"],
])("%s is reported as undeclared only if it is", async (_name, path, undeclared) => {
  for (const send of [overHttp, inProcess]) {
    expect((await send(path)).headers.get("mock-undeclared")).toBe(undeclared);
  }
});

test("the journal names the headers and cookies that the contract declares", async () => {
  const headers = { "x-levels": "1", "x-other": "1", cookie: "lang=en; other=1" };
  for (const send of [overHttp, inProcess]) await Promise.all(["q", "cookie"].map((path) => send(path, { headers })));
  for (const entries of [servers.mock.journal(), servers.server.calls()]) {
    const parameters = entries.slice(-2).map((entry) => [entry.operation, entry.parameters]);
    expect(Object.fromEntries(parameters)).toEqual({ q: ["token", "X-Levels"], cookie: ["token", "lang"] });
  }
});

test("both servers have the same generated body", async () => {
  for (const send of [overHttp, inProcess]) {
    const response = await send("gen");
    expect([await response.text(), response.headers.get("mock-source")]).toEqual(['{"id":0}', "generated"]);
  }
});

test.each([
  ["application/json; version=2", "2"],
  ["application/json;version=1;q=0.5, application/json;version=2", "2"],
  ["application/json;version=2;q=0.5, application/json", "1"],
  ["application/json; charset=utf-8", "1"],
  ["application/json;version=2 , text/plain;q=0.5", "2"],
])("Accept: %s gets version %s from both servers", async (accept, body) => {
  for (const send of [overHttp, inProcess]) {
    expect(await (await send("versions", json('{"one":1}', { accept }))).text()).toBe(body);
  }
});

test.each([
  ["q?day=x", undefined, 'The query parameter day must be integer or must match format "date".'],
  ["q?size=x", undefined, "The query parameter size must be equal to one of the allowed values: small, null."],
  ["q?level=9", undefined, "The query parameter level must be equal to one of the allowed values: 1, 2, 3."],
  ["kinds", json('{"kind":"cow"}'), 'The body, lives, is missing, or the body, kind, must be "dog".'],
  ["kinds", json('{"kind":"dog","bark":1}'), "The body, lives, is missing, or the body, bark, must be boolean."],
  ["kinds", json('{"lives":9}'), "The body must match exactly one schema in oneOf."],
])("a value at %s that fits no alternative is rejected with what each allows", async (path, init, detail) => {
  for (const send of [overHttp, inProcess]) expect(await (await send(path, init)).json()).toMatchObject({ detail });
});

test.each([
  ["text/*", "text/plain", "a"],
  ["application/json", "application/json", '{"a":1}'],
])("of a range of types, %s gets the type %s from both servers", async (accept, type, body) => {
  for (const send of [overHttp, inProcess]) {
    const response = await send("precise", json('{"a":1}', { accept }));
    expect([response.headers.get("content-type"), await response.text()]).toEqual([type, body]);
  }
});

test("the test server's fetch rejects the arguments that fetch rejects", async () => {
  for (const send of [overHttp, inProcess]) {
    await expect(send("q", { method: "GET", body: "x" })).rejects.toThrow(TypeError);
    await expect(send("q", { headers: { "bad name": "x" } })).rejects.toThrow(TypeError);
  }
  await expect(servers.server.fetch(`http://user:word@a.test${withToken("q")}`)).rejects.toThrow(TypeError);
});

test("an invalid request takes no counted step from a concurrent valid request", async () => {
  servers.server.on["flag"]?.fail(409, 1);
  const planResponse = await fetch(`${servers.mock.url}/__mock/on/flag`, {
    method: "PUT",
    body: '["code=409, times=1"]',
  });
  expect(planResponse.status).toBe(204);
  for (const send of [overHttp, inProcess]) {
    const responses = await Promise.all(['"no"', "true"].map((body) => send("flag", json(body))));
    expect(responses.map(({ status }) => status)).toEqual([422, 409]);
    expect((await send("flag", json("true"))).status).toBe(204);
  }
});

test("a callback of the contract sends nothing to any address", async () => {
  let requestCount = 0;
  const receiver = createServer((_request, response) => {
    requestCount++;
    response.end();
  }).listen(0, "0.0.0.0");
  await new Promise((resolve) => receiver.once("listening", resolve));
  const { port } = receiver.address() as { port: number };
  const addresses = Object.values(networkInterfaces()).flatMap((interfaceAddresses = []) =>
    interfaceAddresses.map(({ address }) => address),
  );
  for (const address of addresses.filter((candidate) => candidate.includes("."))) {
    const body = JSON.stringify({ url: `http://${address}:${port}/` });
    for (const prefer of ["", "dynamic=true"]) await overHttp("hook", json(body, { prefer }));
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  receiver.close();
  expect(requestCount).toBe(0);
});

test("a body nested thousands of levels deep is rejected, and the journal stays readable", async () => {
  const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  for (const send of [overHttp, inProcess]) {
    expect((await send("tree", json(deep))).status).toBe(400);
    expect((await send("tree", json("[[[]]]"))).status).toBe(204);
    expect((await send("gen", post(deep, {}))).status).toBe(405);
  }
  const journal = await fetch(`${servers.mock.url}/__mock/journal`);
  expect([journal.status, (await journal.json()).length > 0]).toEqual([200, true]);
  expect(JSON.stringify(servers.server.calls())).toContain("[[[");
});

test("no credential that the contract declares is recorded or lost", async () => {
  for (const send of [overHttp, inProcess]) {
    expect((await send("key")).status).toBe(401);
    expect((await send("key", { headers: { "x-api-key": "" } })).status).toBe(401);
    expect((await send("key?api_key=s3cret")).status).toBe(204);
    expect((await send("key", { headers: { "x-api-key": "s3cret" } })).status).toBe(204);
    expect((await send("key", { headers: { cookie: "sid=s3cret" } })).status).toBe(204);
    // A credential of another operation is dropped as well.
    expect(
      (await send("cookie?api_key=s3cret", { headers: { "x-api-key": "s3cret", cookie: "lang=s3cret" } })).status,
    ).toBe(204);
  }
  expect(JSON.stringify([servers.mock.journal(), servers.server.calls()])).not.toContain("s3cret");
});

test("a path value in a style that the mock doesn't read is taken unchecked, and the response reports that", async () => {
  for (const path of ["label/.x", "matrix/;no=x"]) {
    const response = await overHttp(path);
    expect([response.status, response.headers.get("mock-problem")]).toEqual([
      204,
      `The ${path.split("/")[0]} style of id isn't checked.`,
    ]);
    expect((await inProcess(path)).status).toBe(204);
  }
});

test("requests with headers compile nothing", async () => {
  await overHttp("q", withLevels("1"));
  const compile = vi.spyOn(Ajv2020.prototype, "compile");
  for (let count = 0; count < 100; count++) await overHttp("q", withLevels(`${count}`));
  expect(compile).toHaveBeenCalledTimes(0);
  compile.mockRestore();
});
