// With more mutations.
import "./invalid-contracts.test.ts";
