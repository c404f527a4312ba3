/** A piece of a KQL query. */
export interface KqlToken {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'timespan' | 'punctuation';
  /** The decoded text of strings and bracketed names. */
  readonly text: string;
}

const PATTERNS: readonly (readonly [KqlToken['kind'], RegExp])[] = [
  ['string', /@"(?:[^"]|"")*"|@'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y],
  ['timespan', /\d+[smhd](?!\w)/y],
  ['number', /-?\d+(?:\.\d+)?(?![\w~])/y],
  ['word', /[A-Za-z_]\w*~?/y],
  ['punctuation', /\.\.|=~|==|=>|!=|<=|>=|[=<>()[\],.|*;-]/y],
];

/** Cuts a query into tokens; throws on anything the subset does not have. */
export function tokenizeKql(text: string): readonly KqlToken[] {
  const tokens: KqlToken[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] as string)) {
      at++;
      continue;
    }
    const name = /\['((?:[^'\\]|\\.)*)'\]/y;
    name.lastIndex = at;
    const bracketed = name.exec(text);
    if (bracketed !== null) {
      tokens.push({ kind: 'name', text: unescaped(bracketed[1] as string) });
      at = name.lastIndex;
      continue;
    }
    const found = PATTERNS.flatMap(([kind, pattern]) => {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      return match === null ? [] : [{ kind, raw: match[0] }];
    })[0];
    if (found === undefined) throw new Error(`cannot read ${JSON.stringify(text.slice(at, at + 40))}`);
    at += found.raw.length;
    tokens.push({ kind: found.kind, text: found.kind === 'string' ? stringValue(found.raw) : found.raw });
  }
  return tokens;
}

function stringValue(raw: string): string {
  if (!raw.startsWith('@')) return unescaped(raw.slice(1, -1));
  const quote = raw[1] as string;
  return raw.slice(2, -1).replaceAll(quote + quote, quote);
}

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-f]{4}|.)/gs, (_, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return { n: '\n', r: '\r', t: '\t' }[code] ?? code;
  });
}
