import { findMissing, loadPeer } from "../platform/peers.ts";
import { noValue, type SampleRandom } from "./sample.ts";

/**
 * What of Prism is used. Its whole type names types of packages that this one doesn't depend on.
 */
type Prism = Pick<typeof import("@stoplight/prism-http"), "generateHttpParam">;

const purpose = "generate random bodies";
const specifier = "@stoplight/prism-http";
export const findMissingPrism = () => findMissing(purpose, specifier);

export const loadPrism = (): Promise<Prism> =>
  loadPeer(purpose, specifier, () => import("@stoplight/prism-http"));

/**
 * Loads Prism, and returns the function that makes random values by it. Prism gets the schema of a
 * text or a number alone: of whole bodies it knows neither recursion nor what discriminates, takes
 * some properties for keywords, and makes lists as long as their minimum, however long it is.
 */
export async function loadRandomSampler(): Promise<SampleRandom> {
  const prism = await loadPrism();
  return (schema) => {
    // A list of types: of one type, Prism would narrow the bounds.
    const listedSchema = { ...schema, type: [schema["type"]] };
    const value = prism.generateHttpParam({ schema: listedSchema } as never);
    return value._tag === "None" ? noValue : value.value;
  };
}
