import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";
import { sarif } from "./sarif.ts";
import { text } from "./text.ts";

export const formats = { text, json, markdown, junit, sarif };
export type Format = keyof typeof formats;
