type Row = [
  request: string,
  status: number,
  /** The body, or headers. Of a rejection, its sentence. */
  expected: string | Record<string, string>,
  /** The body and the headers of the request. */
  sent?: Record<string, string>,
];

const json = (body: unknown, headers = {}) => ({
  body: JSON.stringify(body),
  "content-type": "application/json",
  ...headers,
});
const order = (prefer: string) => json({ amount: 1 }, { prefer });
const send = (type: string, body: string) => ({ body, "content-type": type });
const form = (body: string) => send("application/x-www-form-urlencoded", body);
const parts = (fields: Record<string, string>) => {
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      `--form\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return send("multipart/form-data; boundary=form", `${lines.join("")}--form--`);
};

/** Requests of no typed client, below /api/v2/shapes/, which both servers treat alike. */
export const requests: Row[] = [
  [
    "GET filtered?limit=5&ids=1,2&tags=new&tags=old,er&since=&left=3&other=1",
    200,
    { "mock-undeclared": "other" },
  ],
  ["GET filtered?limit=0", 422, "limit must be >= 1"],
  ["GET filtered?limit=1&limit=2", 422, "limit takes one value."],
  ["GET filtered?tags=new&tags=x", 422, "allowed values: new, old,er"],
  ["PUT 1/items/one", 422, "target_list is missing"],
  [
    "PUT 1/items/one?target_list=inbox",
    422,
    "The header x-position must be >= 0",
    { ...json({ reason: "" }), "x-position": "-1" },
  ],
  [
    "GET search?inputs={%22limit%22:3}",
    422,
    "inputs is never sent: send each input as a query parameter under its own name.",
  ],
  ["PUT orders/1", 400, "The body isn't JSON", send("application/json", "{")],
  ["PUT orders/1", 422, "The body is missing."],
  ["PUT orders/1", 415, "takes a body of type application/json.", send("text/plain", "a")],
  ["PUT orders/1", 400, "Content-Type is malformed.", send("json", "a")],
  ["PUT orders/1", 200, "", send("Application/JSON; charset=utf-8", '{"amount":1}')],
  [
    "PUT orders/1",
    409,
    { "mock-example": "other", "mock-unspecified": "status" },
    order("code=409"),
  ],
  ["PUT orders/1", 503, { "mock-unspecified": "status, body" }, order("code=503")],
  ["PUT orders/1", 422, { "mock-example": "closed" }, order("example=closed")],
  ["GET reports/x", 422, "The path value id must be integer."],
  ["POST reports/7:publish", 422, "The path value id must be boolean."],
  ["PATCH reports/1", 405, "", {}],
  ["POST forms", 422, "count, must be integer", form("name=a&count=b")],
  ["POST imports", 422, "The body must match pattern", send("text/csv", "x")],
  ["POST imports", 422, "The body must match pattern", send("text/tab-separated-values", "x")],
  ["POST imports", 200, "name\nä\n", parts({ file: "a", count: "1" })],
  ["POST imports", 422, "count, must be integer", parts({ file: "a", count: "x" })],
  ["POST imports", 400, "The body isn't a form.", send("multipart/form-data; boundary=x", "a")],
  ["POST imports", 406, "", json({ names: [] }, { accept: "image/*" })],
  [
    "POST imports",
    200,
    { "content-type": "application/json; charset=utf-8" },
    json({ names: [] }, { prefer: "example=list" }),
  ],
  ["POST imports", 200, { "content-type": "text/csv; charset=utf-8" }, json({ names: [] })],
  ["PUT orders/1?without-token", 401, "Credentials are missing: pass the query parameter token."],
  ["GET image", 200, { "content-type": "image/png", "mock-unspecified": "body" }],
  ["GET text", 200, { "mock-source": "generated" }],
  ["GET recordings/1", 302, { location: "https://example.com/recording-1" }],
  ["POST jobs", 202, '{"jobId":1}', { prefer: "example=started" }],
  ["GET anything", 200, { "mock-source": "contract", "mock-unspecified": "status, body" }],
  ["GET status?a=b", 204, { "mock-undeclared": "a" }],
  ["GET logs?size=2&page=1", 200, '{"logs":["c","d"],"pageNumber":1,"totalLogs":5}'],
  ["GET logs?size=2&page=9", 200, '{"logs":[],"pageNumber":9,"totalLogs":5}'],
  // Whatever Accept leaves out or Prefer asks for, a wrong page is rejected.
  ["GET logs?size=2.0", 422, "size takes one value: an integer from 0.", { accept: "text/html" }],
  ["GET logs?size=2.0", 422, "size takes one value: an integer from 0.", { prefer: "code=299" }],
  [
    "GET logs?size=2.0&urgent=maybe",
    422,
    "urgent must be of type boolean. The query parameter size takes one value",
  ],
  ["GET events?after=last", 200, '{"events":[],"nextCursor":null}'],
  [
    "GET events?after=second",
    200,
    '{"events":[1,2],"nextCursor":"second"}',
    { prefer: "example=first" },
  ],
  ["GET events?after=s3cret", 422, "No example of this response has this cursor in nextCursor."],
  [
    "GET limited",
    200,
    {
      "x-total": "2",
      "x-kind": "full",
      "x-note": "a %C3%A4",
      "x-default": "d",
      "x-example": "e",
      "x-examples": "f",
      "x-named": "n",
      "x-const": "1",
      "mock-unspecified": "body, header x-left",
    },
  ],
];
