/** Whose names authors do not show. */
const OF =
  '(?:domain|user|host|computer|machine|server|share|account|company|organi[sz]ation|org|victim|target|customer|client|file|folder|directory|password|tenant|project|ipv4|ip|mac)';
const COMPOUND = new RegExp(
  `^(?:your|my|the|some|victim|target)?[_ -]?${OF}[_ -]?(?:name|address)s?\\d?(?:\\.\\w{2,4})?$`,
  'i',
);
/** In capitals these stand for somebody's own name; in small letters they are words. */
const CAPITALS =
  /^(?:USER|DOMAIN|SERVER|COMPANY|HOST|HOSTNAME|USERNAME|VICTIM|TARGET|CLIENT|CUSTOMER|ORGANI[SZ]ATION|PASSWORD|REDACTED|REMOVED|RANDOM\w*|IP|YY(?:YY)?MM\w*)\d?(?:\.\w{2,4})?$/;
const MARKED = /^(?:<.*>|\[.*\]|\{\w+\}|x(?:\.x){3}|c2 server|victim\w*|redacted.*)$/i;

/**
 * Whether a name of a report is a stand-in for one that its authors do not show: `DomainName.dll`, `SERVER`, `<user>`, `[REDACTED]`. Takes a
 * file name, one component of a path, or an argument.
 */
export function isStandIn(name: string): boolean {
  const bare = name.replace(/^[^\w<[{]+/, '');
  return COMPOUND.test(bare) || CAPITALS.test(bare) || MARKED.test(bare);
}

/** Whether any component of a path is a stand-in, which then never matches. */
export function hasStandIn(path: string): boolean {
  return path.split(/[\\/]/).some((component) => component !== '' && isStandIn(component));
}
