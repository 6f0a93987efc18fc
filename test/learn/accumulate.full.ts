// Runs all shuffles and rounds, of which `npm test` runs a few.
import "./accumulate.test.ts";
