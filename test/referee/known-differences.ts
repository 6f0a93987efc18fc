/** A difference between the verdicts of Prism and of the engine that is meant. */
export interface KnownDifference {
  readonly reason: string;
  /** The request to the contract of the shapes that shows it. */
  readonly request: readonly [
    method: string,
    target: string,
    headers?: Record<string, string>,
    body?: string,
  ];
  /** The statuses of Prism. */
  readonly prism: readonly number[];
  readonly engine: number;
  /** Matches the reason that the engine gives. Absent if it rejects nothing. */
  readonly detail?: RegExp;
  /** The method of such requests, if only it has the difference. */
  readonly method?: string;
  /** Matches the targets of such requests. Absent if the statuses and the reason identify them. */
  readonly target?: RegExp;
}

export const knownDifferences: readonly KnownDifference[] = [
  {
    reason:
      "Our servers reject a request with the name of a free-form parameter, which is never on the wire (OpenAPI 3.1, 4.8.12.4). Prism accepts it.",
    request: ["GET", "/api/v2/junkConversations?token=t&inputs=1"],
    prism: [200],
    engine: 422,
    detail: /is never sent/,
  },
  {
    reason: "Prism doesn't validate the values of free-form inputs.",
    request: ["GET", "/api/v2/junkConversations?token=t&any=text"],
    prism: [200],
    engine: 422,
    detail: /^The value of the query parameter \w+ must be of type/,
  },
  {
    reason:
      "Prism accepts as a number whatever JavaScript's `Number()` accepts, such as `0x10`, `+5` and an empty string. An empty string also passes as a boolean.",
    request: ["GET", "/api/v2/shapes/logs?token=t&page="],
    prism: [200, 204],
    engine: 422,
    detail: /must be (integer|number|boolean)/,
  },
  {
    reason:
      "Our servers page through the examples of a list, and reject a cursor that none of them has.",
    request: ["GET", "/api/v2/shapes/events?token=t&after=unknown"],
    prism: [200],
    engine: 422,
    detail: /has this cursor/,
  },
  {
    reason:
      "If a redirect is all that is documented, Prism prefers `default`, and sends it with status 200.",
    request: ["GET", "/api/v2/shapes/recordings/1?token=t"],
    prism: [200, 406],
    engine: 302,
  },
  {
    reason: "Prism looks for a preferred example in the first success only, and not in the others.",
    request: ["POST", "/api/v2/shapes/jobs?token=t", { prefer: "example=started" }],
    prism: [404],
    engine: 202,
  },
  {
    reason:
      "Prism looks for a preferred example in the first media type only, and not in the others.",
    request: [
      "POST",
      "/api/v2/shapes/imports?token=t",
      { prefer: "example=list", "content-type": "text/csv" },
      "name",
    ],
    prism: [404],
    engine: 200,
  },
  {
    reason:
      "Prism reads an empty string as a list without items, even if each item has a parameter of its own.",
    request: ["GET", "/api/v2/shapes/filtered?token=t&tags="],
    prism: [200],
    engine: 422,
    detail: /^The query parameter tags\.0 must be/,
  },
  {
    reason: "Prism fails if a body of unknown shape isn't JSON.",
    request: ["GET", "/api/v2/shapes/image?token=t"],
    prism: [500],
    engine: 200,
  },
  {
    reason: "Prism doesn't look at cookies.",
    request: ["GET", "/api/v2/shapes/sessions?token=t"],
    prism: [200],
    engine: 422,
    detail: /^The cookie \w+ is missing/,
  },
  {
    reason: "Prism doesn't validate parameters with content.",
    request: ["GET", "/api/v2/shapes/searched-logs?token=t&condition=2025-01-01"],
    prism: [200],
    engine: 422,
    detail: /^The query parameter condition must be (JSON, once|object)/,
  },
  {
    reason:
      "Our servers respond to HEAD as to GET, without the content (RFC 9110, 9.3.2). Prism needs a HEAD operation.",
    request: ["HEAD", "/api/v2/tokens?token=t"],
    prism: [405],
    engine: 200,
    method: "HEAD",
  },
  {
    reason:
      "Our servers read `null` in a query as null if the contract allows it there. Prism reads it as a string.",
    request: ["GET", "/api/v2/shapes/nullable?token=t&owner=null"],
    prism: [422],
    engine: 200,
    target: /[?&]owner=null(&|$)/,
  },
];
