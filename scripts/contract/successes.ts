import type { Content, DeclaredResponse, Operation } from "../../src/openapi/operation.ts";
import { isRedirectStatus, isSuccessStatus } from "../../src/openapi/status.ts";

/** A response for success, and its body in one media type, if it has one. */
export interface Success {
  readonly response: DeclaredResponse;
  readonly content?: Content;
}

/** Lists the responses for success, one for each media type that they can have. */
export const successesOf = ({ responses }: Pick<Operation, "responses">): Success[] =>
  responses
    .filter(({ code }) => isSuccessStatus(code))
    .flatMap((response): Success[] =>
      response.contents.length > 0
        ? response.contents.map((content) => ({ response, content }))
        : [{ response }],
    );

/** Returns whether a redirect is declared, and no success. */
export const isRedirected = (operation: Pick<Operation, "responses">): boolean =>
  successesOf(operation).length === 0 &&
  operation.responses.some(({ code }) => isRedirectStatus(code));
