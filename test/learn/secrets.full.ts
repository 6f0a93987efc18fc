// Plants all values, of which `npm test` plants a few.
import "./secrets.test.ts";
