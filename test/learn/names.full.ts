// All of what `npm test` runs a share of.
import "./names.test.ts";
