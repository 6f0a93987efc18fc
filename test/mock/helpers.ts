import { mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Sends bytes as they are, and gives what came back until the connection ended. With `halfClose` it says that it has no
 * more to send, so that a request that is not whole is not waited for.
 */
export function raw(port: number, text: string | Buffer, { halfClose = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      if (halfClose) socket.end(text);
      else socket.write(text);
    });
    socket.setTimeout(10_000, () => socket.destroy(new Error(`No end after ${response.length} characters.`)));
    socket.on("data", (chunk) => {
      response += chunk;
    });
    socket.on("end", () => resolve(socket.end() && response)).on("error", reject);
  });
}

/** A request in bytes, after which the connection closes. */
export const request = (line: string, headers = "", body = "") =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}\r\n${body}`;

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

/** Writes a file to a folder of its own, and gives its path. */
export function file(name: string, text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "phone-agent-mock-")), name);
  writeFileSync(path, text);
  return path;
}
