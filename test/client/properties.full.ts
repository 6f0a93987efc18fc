// The whole of the tests that `npm test` runs in part.
import "./request.test.ts";
import "./secret.test.ts";
