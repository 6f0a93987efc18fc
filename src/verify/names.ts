import { wordsOf } from "../openapi/secret-names.ts";

// Usual words in names of fields and media types, in addition to the contract's.
const usualWords = `active added address after amount archived at attempts avatar balance before blocked body by city code
  color comment completed content country created currency cursor customer data date day deleted details disabled display
  due duration email enabled end ended error errors expires expiry failed file first flag flags from group has hidden hours
  icon id ids image index info is item items key kind label language last left length limit link links locale max meta min
  minutes ms name next note number of offset on order owner page pages parent pending position previous price priority
  public quantity rank rate read reason ref region result results retries role roles score seconds seen sent size sort
  source start started state status tag tags target text time timestamp timezone title to total type types unread until
  updated url uri user users uuid value values version visible with zone application audio csv event form html jpeg
  javascript json mpeg multipart ndjson octet pdf plain png problem stream svg urlencoded wav webp www xml`;

/**
 * Creates the test whether a name that the contract doesn't have may be printed: only if all of its words are usual
 * ones or occur in these texts of the contract, as in `lastReadAt`. Other names can be data, such as the phone numbers
 * or tokens that are the keys of a map.
 */
export function createNameTest(texts: readonly string[]): (name: string) => boolean {
  const vocabulary = new Set([usualWords, ...texts].flatMap(wordsOf));
  return (name) => /^[A-Za-z_-]{1,60}$/.test(name) && wordsOf(name).every((word) => vocabulary.has(word));
}
