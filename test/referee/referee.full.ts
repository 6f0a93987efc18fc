// All of what `npm test` runs a share of.
import "./referee.test.ts";
