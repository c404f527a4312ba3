/** The parts of a web address as a log has them. */
export interface WebAddress {
  /** In small letters, without the port. */
  readonly host: string;
  readonly port?: string;
  /** From the first slash on, with the query; empty where there is none. */
  readonly path: string;
}

/** The parts of an address without its scheme; undefined where it has no host. */
export function webAddress(text: string): WebAddress | undefined {
  const slash = firstOf(text, '/?#');
  const authority = text.slice(0, slash);
  const name = authority.slice(authority.lastIndexOf('@') + 1);
  const colon = name.startsWith('[') ? name.indexOf(':', name.indexOf(']')) : name.indexOf(':');
  const host = (colon < 0 ? name : name.slice(0, colon)).toLowerCase();
  if (host === '') return undefined;
  const path = withoutFragment(text.slice(slash));
  return { host, path, ...(colon < 0 ? {} : { port: name.slice(colon + 1) }) };
}

/** No client sends what stands behind `#`. */
function withoutFragment(path: string): string {
  const mark = path.indexOf('#');
  return mark < 0 ? path : path.slice(0, mark);
}

/** The place of the first of several characters; the text's end where it has none. */
function firstOf(text: string, characters: string): number {
  for (let at = 0; at < text.length; at += 1) if (characters.includes(text[at] as string)) return at;
  return text.length;
}

/** Whether a host is an IPv4 address. */
export function isAddress(host: string): boolean {
  const parts = host.split('.');
  return (
    parts.length === 4 &&
    parts.every((part) => part !== '' && [...part].every((digit) => digit >= '0' && digit <= '9') && Number(part) < 256)
  );
}
