import "./commands.test.ts";
