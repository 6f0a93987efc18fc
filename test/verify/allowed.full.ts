// All of what `npm test` runs a share of.
import "./allowed.test.ts";
