import type { Format } from "ajv";

type Formats = typeof import("ajv-formats/dist/formats.js").fullFormats;

/** Creates the formats: those of ajv-formats, and those of RFCs from which it differs. */
export function createFormats(fullFormats: Formats): Record<string, Format> {
  const { date, time, email, ipv4, ipv6 } = fullFormats as unknown as {
    date: { validate(text: string): boolean };
    time: { validate(text: string): boolean };
    email: RegExp;
    ipv4: RegExp;
    ipv6: RegExp;
  };

  /** RFC 3339, section 5.6. Whether the sixtieth second is a leap second depends on the offset. */
  const isTime = (text: string) => clock.test(text) && time.validate(text.replace(/\.\d+/, ""));
  const isDateTime = (text: string) => {
    const [day = "", clockTime = "", ...rest] = text.split(/[t\s]/i);
    return rest.length === 0 && date.validate(day) && isTime(clockTime);
  };

  /** RFC 5321, section 4.1.2: the local part may be quoted, and the domain an address. */
  const isEmail = (text: string) => {
    const isAddress = (v4?: string, v6?: string) =>
      v4 === undefined ? ipv6.test(`${v6}`) : ipv4.test(v4);
    const withDomain = text.replace(/(?<=@)\[(?:IPv6:(.*)|(.*))\]$/i, (literal, v6, v4) =>
      isAddress(v4, v6) ? "example.com" : literal,
    );
    return email.test(withDomain.replace(/^"(?:[ !#-[\]-~]|\\[ -~])*"(?=@)/, "quoted"));
  };

  const isUri = createUriTest(uriLetters, ipv6);
  const isIri = createUriTest(`${uriLetters}${iriLetters}`, ipv6);
  return {
    ...fullFormats,
    time: isTime,
    "date-time": isDateTime,
    duration,
    email: isEmail,
    hostname,
    uuid: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
    uri: isUri,
    "uri-reference": toReferenceTest(isUri),
    iri: isIri,
    "iri-reference": toReferenceTest(isIri),
    "uri-template": uriTemplate,
  };
}

const clock =
  /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** RFC 3339, appendix A: between the largest and the smallest unit, none is left out. */
const clockDuration = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
const dayDuration = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";
const duration = RegExp(`^P(?:${dayDuration}(?:${clockDuration})?|${clockDuration}|\\d+W)$`);

const label = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";
const hostname = RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`, "i");

/** RFC 6570, section 2. */
const variable = "(?:\\w|%[\\da-f]{2})(?:\\.?(?:\\w|%[\\da-f]{2}))*(?::[1-9]\\d{0,3}|\\*)?";
const expression = `\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\}`;
const uriTemplate = RegExp(
  `^(?:[^\\x00-\\x20\\x7f"<>%\\\\^\`{|}]|%[\\da-f]{2}|${expression})*$`,
  "i",
);

/**
 * The characters of each part of a URI (RFC 3986, `unreserved` and `sub-delims`), and those that an
 * IRI adds.
 */
const uriLetters = "a-z\\d\\-._~!$&'()*+,;=";
const iriLetters = "\\u{a0}-\\u{d7ff}\\u{e000}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{10fffd}";

/** Creates a test of RFC 3986's `URI`, or of RFC 3987's `IRI`. */
function createUriTest(letters: string, ipv6: RegExp): (text: string) => boolean {
  const characters = (separators: string) => `(?:[${letters}${separators}]|%[\\da-f]{2})*`;
  const host = `\\[(?:v[\\da-f]+\\.[${letters}:]+|(?<ipv6>[\\da-f:.]+))\\]|${characters("")}`;
  const authority = `(?:${characters(":")}@)?(?:${host})(?::\\d*)?`;
  const path = `//${authority}(?:/${characters(":@/")})?|(?!//)${characters(":@/")}`;
  const end = `(?:\\?${characters(":@/?")})?(?:#${characters(":@/?")})?`;
  const shape = RegExp(`^[a-z][a-z\\d+.\\-]*:(?:${path})${end}$`, "iu");
  return (text) => {
    const match = shape.exec(text);
    return (
      match !== null && (match.groups?.["ipv6"] === undefined || ipv6.test(match.groups["ipv6"]))
    );
  };
}

/**
 * A reference may be relative. Its first segment has no colon, since what precedes one is a scheme.
 */
const toReferenceTest = (isUri: (text: string) => boolean) => (text: string) =>
  isUri(text) || (!/^[^/?#]*:/.test(text) && isUri(`scheme:${text}`));
