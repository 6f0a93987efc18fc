// All of what `npm test` runs a share of.
import "./token-test.test.ts";
