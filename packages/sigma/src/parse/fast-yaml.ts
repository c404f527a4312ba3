import { resolvePlain } from './scalar-types.js';

/**
 * Parses the YAML that nearly all rules use, several times as fast as a full parser: block maps and lists by indentation, plain texts,
 * quoted texts on one line, literal blocks. For anything else (flow collections except `[]`, anchors, tags, folded blocks, tabs, rare escapes,
 * duplicate keys, any mistake) it gives undefined, and the full parser decides. Its results equal the full parser's; a property test checks
 * that.
 */
export function readPlainYaml(text: string): unknown[] | undefined {
  if (UNUSUAL.test(text)) return undefined;
  try {
    return new PlainYamlReader(text).readDocuments();
  } catch (error) {
    if (error === GIVE_UP) return undefined;
    throw error;
  }
}

/** Tabs, carriage returns, byte order marks, halves of surrogate pairs, and characters YAML forbids or treats as line breaks. */
const UNUSUAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const GIVE_UP = Symbol('not plain YAML');

/** Characters that a plain text cannot begin with. `:` and `?` can in some cases; those of `?` are rare and left to the full parser. */
const INDICATORS = '?:,[]{}#&*!|>\'"%@`';
/** Keys that YAML does not read as plain texts, and the one that objects treat specially. */
const ODD_KEY = /^(?:[-+.0-9~<]|(?:null|true|false)$|__proto__$)/i;
const DEPTH_MAX = 12;

/** What may follow a backslash between double quotes, but for rarities that the full parser decides. */
const ESCAPES = /\\(?:(["\\/ntr])|u([0-9a-fA-F]{4})|)/g;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const LINE_FEED = 10;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const SINGLE_QUOTE = 39;
const DASH = 45;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const PIPE = 124;

class PlainYamlReader {
  /** Offset of the next line's content, its indentation, and the offset of its end. `at` is -1 after the last line. */
  private at = 0;
  private indent = 0;
  private end = 0;

  constructor(private readonly text: string) {}

  readDocuments(): unknown[] {
    const documents: unknown[] = [];
    this.findLine(0);
    while (this.at >= 0) {
      if (this.isSeparator()) {
        this.findLine(this.end + 1);
        continue;
      }
      if (this.indent !== 0) throw GIVE_UP;
      documents.push(this.isItem() ? this.readList(0, 1) : this.readMap(0, 1));
      if (this.at >= 0 && !this.isSeparator()) throw GIVE_UP;
    }
    return documents;
  }

  /** Moves to the first line with content, from an offset at a line's start. */
  private findLine(from: number): void {
    const { text } = this;
    let start = from;
    while (start < text.length) {
      let at = start;
      while (text.charCodeAt(at) === SPACE) at++;
      const code = text.charCodeAt(at);
      if (code !== LINE_FEED && code !== HASH && at < text.length) {
        this.at = at;
        this.indent = at - start;
        this.end = this.lineEnd(at);
        return;
      }
      start = this.lineEnd(at) + 1;
    }
    this.at = -1;
    this.indent = -1;
  }

  private lineEnd(at: number): number {
    const found = this.text.indexOf('\n', at);
    return found < 0 ? this.text.length : found;
  }

  /** Whether the line is `---`. Directives, and other lines that begin like a separator, are left to the full parser. */
  private isSeparator(): boolean {
    if (this.indent !== 0) return false;
    const { text, at } = this;
    if (text.startsWith('...', at) || text.charCodeAt(at) === 37) throw GIVE_UP;
    if (!text.startsWith('---', at)) return false;
    if (text.slice(at + 3, this.end).trimEnd() !== '') throw GIVE_UP;
    return true;
  }

  /** Whether the line is an item of a list: a dash with a blank or nothing after it. */
  private isItem(): boolean {
    if (this.text.charCodeAt(this.at) !== DASH) return false;
    const next = this.text.charCodeAt(this.at + 1);
    return next === SPACE || next === LINE_FEED || Number.isNaN(next);
  }

  private readMap(indent: number, depth: number): Record<string, unknown> {
    if (depth > DEPTH_MAX) throw GIVE_UP;
    const map: Record<string, unknown> = {};
    do {
      if (this.isItem()) throw GIVE_UP;
      const colon = this.findColon();
      const key = this.readKey(colon);
      if (Object.hasOwn(map, key)) throw GIVE_UP;
      map[key] = this.readValue(colon + 1, indent, true, depth);
    } while (this.at >= 0 && this.indent === indent && !this.isSeparator());
    if (this.indent > indent) throw GIVE_UP;
    return map;
  }

  /** Whether the line has a colon. One without is no key but a text that begins below its key. */
  private hasColon(): boolean {
    const colon = this.text.indexOf(':', this.at);
    return colon >= 0 && colon < this.end;
  }

  /** The offset of the colon after the key at the beginning of the line. */
  private findColon(): number {
    const { text, at, end } = this;
    const first = text.charCodeAt(at);
    let colon: number;
    if (first === SINGLE_QUOTE || first === DOUBLE_QUOTE) {
      colon = this.quotedEnd(at) + 1;
    } else {
      if (INDICATORS.includes(text[at] as string) || first === DASH) throw GIVE_UP;
      colon = text.indexOf(':', at);
      while (colon >= 0 && colon + 1 < end && text.charCodeAt(colon + 1) !== SPACE)
        colon = text.indexOf(':', colon + 1);
    }
    if (colon < 0 || colon >= end || text.charCodeAt(colon) !== COLON) throw GIVE_UP;
    if (colon + 1 < end && text.charCodeAt(colon + 1) !== SPACE) throw GIVE_UP;
    return colon;
  }

  private readKey(colon: number): string {
    const { text, at } = this;
    const first = text.charCodeAt(at);
    if (first === SINGLE_QUOTE || first === DOUBLE_QUOTE) {
      const key = this.unquote(at, colon - 1);
      if (key === '__proto__') throw GIVE_UP;
      return key;
    }
    const key = text.slice(at, colon).trimEnd();
    if (key.includes(' #') || ODD_KEY.test(key)) throw GIVE_UP;
    return key;
  }

  /**
   * Parses what follows a colon or a dash. `indent` is that of the map or list it belongs to; `isMember` allows a list at the same
   * indentation, as YAML does below a key.
   */
  private readValue(from: number, indent: number, isMember: boolean, depth: number): unknown {
    const { text, end } = this;
    let at = from;
    while (text.charCodeAt(at) === SPACE) at++;
    if (at >= end || text.charCodeAt(at) === HASH) return this.readValueBelow(indent, isMember, depth);
    switch (text.charCodeAt(at)) {
      case SINGLE_QUOTE:
      case DOUBLE_QUOTE: {
        const close = this.quotedEnd(at);
        this.expectLineEnd(close + 1);
        const value = this.unquote(at, close);
        this.leaveLine(indent);
        return value;
      }
      case PIPE:
        return this.readLiteral(at, indent);
      case OPEN_BRACKET: {
        if (text.charCodeAt(at + 1) !== 93) throw GIVE_UP;
        this.expectLineEnd(at + 2);
        this.leaveLine(indent);
        return [];
      }
      default:
        return this.readPlain(at, indent);
    }
  }

  /** Parses the value whose own line is empty; null where nothing that belongs to it follows. */
  private readValueBelow(indent: number, isMember: boolean, depth: number): unknown {
    this.findLine(this.end + 1);
    if (this.indent > indent) {
      if (this.isItem()) return this.readList(this.indent, depth + 1);
      return this.hasColon() ? this.readMap(this.indent, depth + 1) : this.readPlain(this.at, indent);
    }
    return isMember && this.indent === indent && this.at >= 0 && this.isItem()
      ? this.readList(indent, depth + 1)
      : null;
  }

  private readList(indent: number, depth: number): unknown[] {
    if (depth > DEPTH_MAX) throw GIVE_UP;
    const list: unknown[] = [];
    do {
      const dash = this.at;
      let at = dash + 1;
      while (this.text.charCodeAt(at) === SPACE) at++;
      if (at < this.end && this.isMapAt(at)) {
        // All keys of the map are in the column of the first one.
        this.indent += at - dash;
        this.at = at;
        list.push(this.readMap(this.indent, depth + 1));
      } else {
        list.push(this.readValue(dash + 1, indent, false, depth));
      }
    } while (this.at >= 0 && this.indent === indent && this.isItem());
    if (this.indent > indent) throw GIVE_UP;
    return list;
  }

  /** Whether the content of a list item is the first key of a map. */
  private isMapAt(at: number): boolean {
    const { text, end } = this;
    const first = text.charCodeAt(at);
    if (first === SINGLE_QUOTE || first === DOUBLE_QUOTE) {
      let behind = this.quotedEnd(at) + 1;
      while (text.charCodeAt(behind) === SPACE) behind++;
      return behind < end && text.charCodeAt(behind) === COLON;
    }
    if (first === HASH || first === PIPE) return false;
    const line = text.slice(at, end);
    const comment = line.indexOf(' #');
    const limit = comment < 0 ? line.length : comment;
    for (let colon = line.indexOf(':'); colon >= 0 && colon < limit; colon = line.indexOf(':', colon + 1)) {
      if (colon + 1 >= line.length || line.charCodeAt(colon + 1) === SPACE) return true;
    }
    return false;
  }

  /** Offset of the quote that closes the one at `at`, on the same line. */
  private quotedEnd(at: number): number {
    const { text, end } = this;
    const quote = text[at] as string;
    let close = text.indexOf(quote, at + 1);
    if (quote === "'") {
      while (close >= 0 && text.charCodeAt(close + 1) === SINGLE_QUOTE) close = text.indexOf(quote, close + 2);
    } else {
      while (close >= 0 && this.isEscaped(close)) close = text.indexOf(quote, close + 1);
    }
    if (close < 0 || close >= end) throw GIVE_UP;
    return close;
  }

  /** Whether an odd number of backslashes stands before a place. */
  private isEscaped(at: number): boolean {
    let before = at;
    while (this.text.charCodeAt(before - 1) === BACKSLASH) before--;
    return (at - before) % 2 === 1;
  }

  private unquote(at: number, close: number): string {
    const inner = this.text.slice(at + 1, close);
    if (this.text.charCodeAt(at) === SINGLE_QUOTE) return inner.includes("'") ? inner.replaceAll("''", "'") : inner;
    if (!inner.includes('\\')) return inner;
    return inner.replaceAll(ESCAPES, (_, sign: string | undefined, code: string | undefined) => {
      if (sign !== undefined) return ESCAPED[sign] ?? sign;
      if (code === undefined) throw GIVE_UP;
      return String.fromCharCode(Number.parseInt(code, 16));
    });
  }

  /** Checks that only blanks and a comment follow on the line. */
  private expectLineEnd(from: number): void {
    const { text, end } = this;
    let at = from;
    while (text.charCodeAt(at) === SPACE) at++;
    if (at >= end || (text.charCodeAt(at) === HASH && at > from)) return;
    throw GIVE_UP;
  }

  /** Moves on after a value that ended on its line; a deeper line would be a mistake. */
  private leaveLine(indent: number): void {
    this.findLine(this.end + 1);
    if (this.indent > indent) throw GIVE_UP;
  }

  private readPlain(at: number, indent: number): unknown {
    const { text } = this;
    const isAlone = at + 1 >= this.end || text.charCodeAt(at + 1) === SPACE;
    const code = text.charCodeAt(at);
    if (code === COLON || code === DASH ? isAlone : INDICATORS.includes(text[at] as string)) throw GIVE_UP;
    const first = this.plainLine(at);
    if (first === undefined) throw GIVE_UP;
    const lineStart = this.end + 1;
    this.findLine(lineStart);
    if (this.indent <= indent) return resolvePlain(first.text);
    // A text that continues on deeper lines: line breaks become blanks, empty lines become breaks. Comments inside are left to the full
    // parser.
    if (first.isCommented) throw GIVE_UP;
    let joined = first.text;
    let from = lineStart;
    while (this.at >= 0 && this.indent > indent) {
      const between = text.slice(from, this.at);
      if (between.includes('#')) throw GIVE_UP;
      const breaks = between.split('\n').length - 1;
      const line = this.plainLine(this.at);
      if (line === undefined || line.isCommented) throw GIVE_UP;
      joined += (breaks === 0 ? ' ' : '\n'.repeat(breaks)) + line.text;
      from = this.end + 1;
      this.findLine(from);
    }
    return joined;
  }

  /** A line of a plain text without its comment; undefined when a colon in it would make it a map. */
  private plainLine(at: number): { readonly text: string; readonly isCommented: boolean } | undefined {
    let line = this.text.slice(at, this.end);
    const comment = line.indexOf(' #');
    if (comment >= 0) line = line.slice(0, comment);
    line = line.trimEnd();
    return line.includes(': ') || line.endsWith(':') ? undefined : { text: line, isCommented: comment >= 0 };
  }

  /** What stands behind the sign of a literal block: nothing, or the dash that takes its last line end. */
  private readLiteralHeader(at: number): '' | '-' {
    const header = this.text.slice(at + 1, this.end).trimEnd();
    if (header !== '' && header !== '-') throw GIVE_UP;
    return header;
  }

  /** Parses a literal block: the lines deeper than its owner, without the indentation of the first. */
  private readLiteral(at: number, indent: number): string {
    const { text } = this;
    const header = this.readLiteralHeader(at);
    const lines: string[] = [];
    let start = this.end + 1;
    let blockIndent = -1;
    while (start < text.length) {
      const lineEnd = this.lineEnd(start);
      let content = start;
      while (text.charCodeAt(content) === SPACE) content++;
      if (content >= lineEnd) {
        // Blank lines before the first line with content may be deeper than it, which is a mistake.
        if (blockIndent < 0 && content > start) throw GIVE_UP;
        lines.push(blockIndent < 0 ? '' : text.slice(Math.min(start + blockIndent, lineEnd), lineEnd));
      } else {
        const depth = content - start;
        if (blockIndent < 0 && depth > indent) blockIndent = depth;
        if (depth < blockIndent || blockIndent < 0) break;
        lines.push(text.slice(start + blockIndent, lineEnd));
      }
      start = lineEnd + 1;
    }
    if (blockIndent < 0) throw GIVE_UP;
    while (lines.at(-1) === '') lines.pop();
    this.findLine(start);
    if (this.indent > indent) throw GIVE_UP;
    return header === '-' ? lines.join('\n') : `${lines.join('\n')}\n`;
  }
}
