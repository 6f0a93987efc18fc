// Runs all shuffles, of which `npm test` runs a few.
import "./accumulate.test.ts";
