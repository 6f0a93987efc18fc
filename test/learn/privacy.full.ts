// All of what `npm test` draws a share of.
import "./privacy.test.ts";
