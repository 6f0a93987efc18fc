// With Prism, too.
import "./client.test.ts";
