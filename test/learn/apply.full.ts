// All of what `npm test` runs a share of.
import "./apply.test.ts";
