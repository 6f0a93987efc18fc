// All of what `npm test` runs a share of.
import "./reader.test.ts";
