import { createReadStream, readFileSync, statSync } from "node:fs";
import { basename, dirname, posix, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { asObject } from "../openapi/json.ts";
import { checkFile } from "../platform/files.ts";
import { loadPeer } from "../platform/peers.ts";
import { maxBody } from "./body.ts";

/** A file of recorded traffic, and the bodies that a recorder wrote into files of their own. */
export interface Recording {
  readonly chunks: AsyncIterable<Uint8Array>;
  /**
   * Returns a body by the path of its file, relative to the HAR; `undefined` if there is none, or
   * if it's too long.
   */
  readonly readAttachment: (name: string) => Uint8Array | undefined;
}

/** The most that an archive may contain, in bytes: a zip bomb has a thousand times its own size. */
const maxUnpacked = 512 * 2 ** 20;

/** Returns whether a file is an archive, as Playwright writes it next to its traces. */
export const isZip = (file: string): boolean => /\.zip$/i.test(file);

export function openFile(file: string): Recording {
  const folder = dirname(resolve(file));
  return {
    chunks: createReadStream(file),
    readAttachment(name) {
      const path = resolve(folder, name);
      const status = path.startsWith(`${folder}${sep}`)
        ? statSync(path, { throwIfNoEntry: false })
        : undefined;
      return status?.isFile() && status.size <= maxBody ? readFileSync(path) : undefined;
    },
  };
}

/** @throws Error if it's without a HAR, or too large. */
export async function openArchive(file: string): Promise<Recording> {
  checkFile(file, maxUnpacked);
  const { unzipSync } = await loadPeer("read a .zip", "fflate", () => import("fflate"));
  let size = 0;
  const files = unzipSync(readFileSync(file), {
    filter({ originalSize }) {
      size += originalSize;
      if (size > maxUnpacked) throw new Error("it unpacks to more than 512 MiB");
      return true;
    },
  });
  const [har] = Object.keys(files).filter((name) => /\.har$/i.test(name));
  if (har === undefined) throw new Error("it's an archive without a HAR");
  return {
    chunks: Readable.from([files[har]]),
    readAttachment: (name) => files[posix.join(dirname(har), name)] ?? files[basename(name)],
  };
}

/**
 * Gives an entry of a HAR its bodies that are attached as files, as Playwright's `content:
 * "attach"` writes them.
 */
export function attachBodies(
  entry: unknown,
  { readAttachment }: Pick<Recording, "readAttachment">,
): void {
  const { request, response } = asObject(entry);
  for (const body of [asObject(request)["postData"], asObject(response)["content"]].map(asObject)) {
    const { _file: name, text } = body;
    const bytes = typeof name === "string" && !text ? readAttachment(name) : undefined;
    if (bytes)
      Object.assign(body, { text: Buffer.from(bytes).toString("base64"), encoding: "base64" });
  }
}
