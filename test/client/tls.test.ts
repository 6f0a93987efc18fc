import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCertificate } from "./certificate.ts";
import { runModule } from "./module.ts";

const certificateErrors = ["ERR_TLS_CERT_ALTNAME_INVALID", "DEPTH_ZERO_SELF_SIGNED_CERT"];
test.each<[string, string, isTrusted: boolean, code?: string | undefined]>([
  ["for its host gets both requests", "localhost", true],
  ["for another host gets no request", "other.example", true, certificateErrors[0]],
  ["that nobody signed gets no request", "localhost", false, certificateErrors[1]],
])(
  "a service with a certificate %s, and no call is tried again",
  async (_, host, isTrusted, code) => {
    const { cert, key } = createCertificate(host);
    let requestCount = 0;
    const server = createServer({ cert, key }, (_, response) => {
      requestCount++;
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const file = join(mkdtempSync(join(tmpdir(), "certificate-")), "ca.pem");
    writeFileSync(file, cert);
    const script = `
    import { createPhoneAgentClient } from "./src/index.ts";
    const retry = { baseDelayMs: 1 };
    const options = { baseUrl: "https://localhost:${port}", token: "secret", retry };
    const { listTokens, deleteSipRegistration } = createPhoneAgentClient(options);
    for (const call of [listTokens, deleteSipRegistration])
      await call().catch(({ kind, code, attempts, mayHaveTakenEffect }) =>
        console.log(kind, code, attempts, mayHaveTakenEffect));`;
    const output = await runModule(script, isTrusted ? { NODE_EXTRA_CA_CERTS: file } : {});
    server.close();
    expect(output).toBe(
      code ? `network ${code} 1 false\n`.repeat(2) : "unsuccessful undefined 1 false\n",
    );
    expect(requestCount).toBe(code ? 0 : 2);
  },
);
