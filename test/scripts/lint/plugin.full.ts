// With `redocly lint`, too.
import "./plugin.test.ts";
