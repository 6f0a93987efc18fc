// The whole of what `npm test` does on a small seed.
import "./accumulate.test.ts";
