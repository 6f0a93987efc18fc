import { expect, test } from "vitest";
import { canDealInTokens, isSecretName } from "../../src/openapi/secret-names.ts";

test.each(
  `token accessToken id_token X-Auth-Token Authorization Proxy-Authorization Cookie Set-Cookie apiKey X-Api-Key
  private_key clientSecret password X-Hub-Signature-256 sessionId headers passwd credential pin tokenizedToken`.split(
    /\s+/,
  ),
)("%s is the name of a secret", (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  ..."nextToken next_page_token syncToken continuation-token tokenType tokenCount tokenType2 key authorName".split(
    " ",
  ),
  ...["passwordResetStatus", "pinned", "X-Request-Id", ""],
])("%j isn't the name of a secret", (name) => {
  expect(isSecretName(name)).toBe(false);
});

test.each(
  `tokens oneTimeAuth api-keys apiKeys access_keys Login sign-in log-in session SSOLogin resetPassword resetpassword
  forgotpassword passwd client_secret oauth2 authtoken accessTokens userlogin verifyEmail verifications otp jwt saml
  authorize credentials`.split(/\s+/),
)("an operation at /%s may deal in tokens", (segment) => {
  expect(canDealInTokens(segment)).toBe(true);
});

test.each([
  ..."authors authored authority lessons processors professors assortment possession secretaries tokenize".split(
    " ",
  ),
  ..."keynotes keys logs designs essential".split(" "),
  // A long segment is no word.
  `${"authtoken".repeat(10_000)}x`,
])(
  "an operation at /%s doesn't deal in tokens: words are compared, not parts of words",
  (segment) => {
    expect(canDealInTokens(segment)).toBe(false);
  },
);
