// All of what `npm test` runs a share of.
import "./read.test.ts";
