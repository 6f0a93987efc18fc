// The whole of what `npm test` does on a small seed.
import "./secrets.test.ts";
