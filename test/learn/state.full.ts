// Merges several numbers of states, of which `npm test` merges one.
import "./state.test.ts";
