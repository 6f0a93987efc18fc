// All of what `npm test` runs a share of.
import "./request.test.ts";
import "./secret.test.ts";
