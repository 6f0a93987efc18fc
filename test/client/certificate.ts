import { generateKeyPairSync, sign } from "node:crypto";

/** Creates a self-signed certificate for one host, and its key: ITU-T X.509 in DER, then in PEM. */
export function createCertificate(host: string): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  // The object identifiers of ecdsa-with-SHA256, the common name, and the subject's other names.
  const algorithm = sequence(encode(0x06, hex("2a8648ce3d040302")));
  const name = sequence(encode(0x31, sequence(encode(0x06, hex("550403")), encode(0x0c, host))));
  const day = (offset: number) => {
    const date = new Date(Date.now() + offset * 86_400_000).toISOString();
    return encode(0x17, `${date.slice(2).replace(/\D/g, "").slice(0, 12)}Z`);
  };
  const names = encode(0x04, sequence(encode(0x82, host)));
  const content = sequence(
    encode(0xa0, encode(0x02, hex("02"))),
    encode(0x02, hex("01")),
    algorithm,
    name,
    sequence(day(-1), day(1)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    encode(0xa3, sequence(sequence(encode(0x06, hex("551d11")), names))),
  );
  const signature = encode(0x03, hex("00"), sign("sha256", content, privateKey));
  const lines = sequence(content, algorithm, signature).toString("base64");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

const hex = (text: string) => Buffer.from(text, "hex");
const sequence = (...parts: Uint8Array[]) => encode(0x30, ...parts);

/** Encodes a tag, the length in one byte or in two after `0x82`, and the contents. */
function encode(tag: number, ...parts: (Uint8Array | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const { length } = body;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.from([tag, ...size, ...body]);
}
