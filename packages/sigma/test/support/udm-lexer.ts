/** A piece of a UDM search or of a line of a YARA-L events section. */
export interface UdmToken {
  readonly kind: 'word' | 'string' | 'regex' | 'number' | 'operator' | 'minus' | 'open' | 'close' | 'comma';
  /** The decoded text of strings; the expression between the slashes of regexes. */
  readonly text: string;
}

const PATTERNS: readonly (readonly [UdmToken['kind'], RegExp])[] = [
  ['open', /\(/y],
  ['close', /\)/y],
  ['comma', /,/y],
  ['operator', /!=|<=|>=|=|<|>/y],
  ['string', /"(?:[^"\\]|\\.)*"|`[^`]*`/y],
  ['regex', /\/(?:[^/\\]|\\.)*\//y],
  ['number', /-?\d+(?:\.\d+)?/y],
  ['minus', /-/y],
  ['word', /[%$A-Za-z_@][\w.@-]*(?:\["(?:[^"\\]|\\.)*"\])?/y],
];

/** Cuts a query into tokens; throws on anything the languages do not have. */
export function tokenizeUdm(text: string): readonly UdmToken[] {
  const tokens: UdmToken[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] as string)) {
      at += 1;
      continue;
    }
    const found = PATTERNS.flatMap(([kind, pattern]) => {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      return match === null ? [] : [{ kind, raw: match[0] }];
    })[0];
    if (found === undefined) throw new Error(`cannot read the query at ${text.slice(at, at + 30)}`);
    tokens.push({ kind: found.kind, text: decoded(found.kind, found.raw) });
    at += found.raw.length;
  }
  return tokens;
}

function decoded(kind: UdmToken['kind'], raw: string): string {
  if (kind === 'regex') return raw.slice(1, -1);
  if (kind !== 'string') return raw;
  const inner = raw.slice(1, -1);
  if (raw.startsWith('`')) return inner;
  return inner.replaceAll(/\\(x[0-9a-f]{2}|.)/gs, (_, code: string) =>
    code === 'n'
      ? '\n'
      : code === 'r'
        ? '\r'
        : code === 't'
          ? '\t'
          : code[0] === 'x'
            ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
            : code,
  );
}
