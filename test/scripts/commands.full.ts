// All of what `npm test` runs a share of.
import "./commands.test.ts";
