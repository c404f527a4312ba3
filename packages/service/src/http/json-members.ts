const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d]);
const SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Whether a JSON text has more than `limit` keys and list items, over all levels. It counts in the bytes, in one pass that skips strings,
 * so that a costly text is refused before anything is built from it. For invalid JSON the result has no meaning; the parser refuses it.
 */
export function hasMoreMembers(json: Uint8Array, limit: number): boolean {
  let members = 0;
  // After an opening bracket, anything but its closing one begins a first member; each comma begins another.
  let opened = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (SPACE.has(byte)) continue;
    if (byte === COMMA || (opened && !CLOSING.has(byte))) members += 1;
    if (members > limit) return true;
    opened = OPENING.has(byte);
    if (byte === QUOTE) at = endOfString(json, at);
  }
  return false;
}

/** The index of a string's closing quote, or the text's end. */
function endOfString(json: Uint8Array, start: number): number {
  const quote = json.indexOf(QUOTE, start + 1);
  if (quote === -1) return json.length;
  if (json[quote - 1] !== BACKSLASH) return quote;
  // Byte by byte, since a search for each of millions of escaped quotes takes ten times as long.
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === BACKSLASH) at += 1;
    else if (json[at] === QUOTE) return at;
  }
  return json.length;
}
