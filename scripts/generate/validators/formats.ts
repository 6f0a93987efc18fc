import { fullFormats } from "ajv-formats/dist/formats.js";
import { createFormats } from "../../../src/schemas/formats.ts";

/** The formats for compiled validators, which name them as `formats.date`. */
export const formats = createFormats(fullFormats);
