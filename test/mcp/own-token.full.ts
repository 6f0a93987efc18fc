// All of what `npm test` runs a share of.
import "./own-token.test.ts";
