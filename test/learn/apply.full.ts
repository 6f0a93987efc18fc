// Applies all operations, of which `npm test` applies a third.
import "./apply.test.ts";
