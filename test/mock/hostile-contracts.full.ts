// With the rows that take a second each.
import "./hostile-contracts.test.ts";
