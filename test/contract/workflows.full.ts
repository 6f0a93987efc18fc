// All of what `npm test` runs a share of.
import "./workflows.test.ts";
