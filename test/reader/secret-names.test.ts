import { expect, test } from "vitest";
import { isSecretName } from "../../src/openapi/secret-names.ts";

test.each([
  ...[
    "token",
    "accessToken",
    "id_token",
    "X-Auth-Token",
    "Authorization",
    "Proxy-Authorization",
    "Cookie",
    "Set-Cookie",
  ],
  ...["apiKey", "X-Api-Key", "private_key", "clientSecret", "password", "X-Hub-Signature-256", "sessionId", "headers"],
  ...["passwd", "credential", "pin", "tokenizedToken"],
])("%s is the name of a secret", (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  "nextToken",
  "next_page_token",
  "syncToken",
  "continuation-token",
  "tokenType",
  "tokenCount",
  "tokenType2",
  "passwordResetStatus",
  "key",
  "authorName",
  "pinned",
  "X-Request-Id",
  "",
])("%j isn't the name of a secret", (name) => {
  expect(isSecretName(name)).toBe(false);
});
