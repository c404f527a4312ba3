import { isDigit, isDigits, isLetter } from '../characters.js';
import { type CodeRange, characterNode, complementRanges, DIGITS, type RegexNode, SPACE, WORD } from './tree.js';

const MAX_DEPTH = 60;
const CONTROL: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, e: 27, a: 7 };
const CLASSES: Readonly<Record<string, readonly CodeRange[]>> = { d: DIGITS, w: WORD, s: SPACE };
const ANCHORS: Readonly<Record<string, RegexNode>> = {
  A: { kind: 'start' },
  z: { kind: 'end' },
  Z: { kind: 'end' },
  b: { kind: 'boundary' },
  B: { kind: 'assertion', asks: 'no-boundary' },
};
const POSIX: Readonly<Record<string, readonly CodeRange[]>> = {
  alpha: [
    [65, 90],
    [97, 122],
  ],
  alnum: [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
  digit: DIGITS,
  lower: [[97, 122]],
  upper: [[65, 90]],
  space: SPACE,
  word: WORD,
  xdigit: [
    [48, 57],
    [65, 70],
    [97, 102],
  ],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
};

/** Matches nothing, everywhere. */
const NOTHING = '(?:)';

/** A part of an expression that only a search with backtracking can follow, and what stands in its place in a wider expression. */
interface Cut {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Parses an expression of the PCRE subset; undefined where it is not one, or nests too deeply. */
export function readRegex(source: string, flags: string): RegexNode | undefined {
  return new RegexReader(source, flags).read();
}

/** Parses an expression and also writes it without look-around, possessive quantifiers and atomic groups, which matches no less. */
export function readWidened(
  source: string,
  flags: string,
): { readonly tree: RegexNode; readonly wider: string } | undefined {
  const reader = new RegexReader(source, flags);
  const tree = reader.read();
  return tree === undefined ? undefined : { tree, wider: withoutCuts(source, reader.cuts) };
}

/** What lies inside of a look-around goes with it. */
function withoutCuts(source: string, cuts: readonly Cut[]): string {
  let text = '';
  let at = 0;
  for (const cut of [...cuts].sort((a, b) => a.from - b.from)) {
    if (cut.from < at) continue;
    text += source.slice(at, cut.from);
    if (!isDroppable(source, cut)) text += cut.text;
    at = cut.to;
  }
  return text + source.slice(at);
}

/** Whether nothing need stand in the place of a look-around: what stands before it and what stands behind it cannot become one token. */
function isDroppable(source: string, { from, to, text }: Cut): boolean {
  if (text !== NOTHING) return false;
  const next = source[to] ?? ')';
  return next === ')' || next === '|' || ('^(|'.includes(source[from - 1] ?? '^') && !'*+?{'.includes(next));
}

class RegexReader {
  readonly cuts: Cut[] = [];
  private position = 0;
  private depth = 0;
  private fold: boolean;
  private dotAll: boolean;
  private lines: boolean;

  constructor(
    private readonly source: string,
    flags: string,
  ) {
    this.fold = flags.includes('i');
    this.dotAll = flags.includes('s');
    this.lines = flags.includes('m');
  }

  read(): RegexNode | undefined {
    const node = this.either();
    return node !== undefined && this.position === this.source.length ? node : undefined;
  }

  private either(): RegexNode | undefined {
    if (++this.depth > MAX_DEPTH) return undefined;
    const options: RegexNode[] = [];
    // Flags set inside a group end with it.
    const { fold, dotAll, lines } = this;
    do {
      const option = this.sequence();
      if (option === undefined) return undefined;
      options.push(option);
    } while (this.take('|'));
    Object.assign(this, { fold, dotAll, lines });
    this.depth -= 1;
    return options.length === 1 ? options[0] : { kind: 'either', options };
  }

  private sequence(): RegexNode | undefined {
    const items: RegexNode[] = [];
    while (this.position < this.source.length) {
      const next = this.source[this.position];
      if (next === '|' || next === ')') break;
      const atom = this.atom();
      if (atom === undefined) return undefined;
      const item = this.quantified(atom);
      if (item.kind === 'sequence') items.push(...item.items);
      else items.push(item);
    }
    return items.length === 1 ? items[0] : { kind: 'sequence', items };
  }

  private quantified(atom: RegexNode): RegexNode {
    let node = atom;
    for (;;) {
      const bounds = this.quantifier();
      if (bounds === undefined) return node;
      const [min, max] = bounds;
      const at = this.position;
      const mode = this.take('?') ? 'lazy' : this.take('+') ? 'possessive' : undefined;
      if (mode === 'possessive') this.cuts.push({ from: at, to: this.position, text: '' });
      node = { kind: 'repeat', item: node, min, max, ...(mode === undefined ? {} : { mode }) };
    }
  }

  private quantifier(): readonly [number, number] | undefined {
    if (this.take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.take('?')) return [0, 1];
    const counted = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.source.slice(this.position, this.position + 12));
    if (counted === null) return undefined;
    this.position += counted[0].length;
    const min = Number(counted[1]);
    if (counted[2] === '') return [min, min];
    return [min, counted[3] === '' ? Number.POSITIVE_INFINITY : Number(counted[3])];
  }

  private atom(): RegexNode | undefined {
    const code = this.source.codePointAt(this.position) as number;
    const character = String.fromCodePoint(code);
    this.position += character.length;
    switch (character) {
      case '(':
        return this.group();
      case '[':
        return this.set();
      case '.':
        return { kind: 'dot', all: this.dotAll };
      case '^':
        return this.lines ? { kind: 'assertion', asks: 'line-start' } : { kind: 'start' };
      case '$':
        return this.lines ? { kind: 'assertion', asks: 'line-end' } : { kind: 'end' };
      case '\\':
        return this.escape();
      case '*':
      case '+':
      case '?':
        return undefined;
      default:
        return characterNode(code, this.fold);
    }
  }

  private group(): RegexNode | undefined {
    const outer = { fold: this.fold, dotAll: this.dotAll, lines: this.lines };
    const from = this.position - 1;
    const opening = /^\?(?:([imsU]*)(?:-([imsU]+))?([:)])|P?<[A-Za-z_]\w*>|(>)|(<?[=!])|#)/.exec(
      this.source.slice(this.position, this.position + 80),
    );
    if (opening !== null) {
      this.position += opening[0].length;
      this.setFlags(opening[1] ?? '', true);
      this.setFlags(opening[2] ?? '', false);
      if (opening[3] === ')') return { kind: 'sequence', items: [] };
      if (opening[0] === '?#') {
        const end = this.source.indexOf(')', this.position);
        if (end < 0) return undefined;
        this.position = end + 1;
        return { kind: 'sequence', items: [] };
      }
    } else if (this.source[this.position] === '?') return undefined;
    const inner = this.either();
    Object.assign(this, outer);
    if (inner === undefined || !this.take(')')) return undefined;
    const look = opening?.[5];
    if (look !== undefined) {
      this.cuts.push({ from, to: this.position, text: NOTHING });
      return { kind: 'assertion', asks: look.startsWith('<') ? 'before' : 'after', holds: look.endsWith('='), inner };
    }
    if (opening?.[4] !== '>') return inner;
    this.cuts.push({ from, to: from + '(?>'.length, text: '(?:' });
    return { kind: 'repeat', item: inner, min: 1, max: 1, mode: 'possessive' };
  }

  private setFlags(flags: string, on: boolean): void {
    for (const flag of flags) {
      if (flag === 'i') this.fold = on;
      else if (flag === 's') this.dotAll = on;
      else if (flag === 'm') this.lines = on;
    }
  }

  private escape(): RegexNode | undefined {
    const letter = this.source[this.position];
    if (letter === undefined) return undefined;
    const ranges = CLASSES[letter.toLowerCase()];
    if (ranges !== undefined) {
      this.position += 1;
      return { kind: 'set', ranges, negated: letter !== letter.toLowerCase(), fold: false };
    }
    const anchor = Object.hasOwn(ANCHORS, letter) ? ANCHORS[letter] : undefined;
    if (anchor !== undefined) {
      this.position += 1;
      return anchor;
    }
    if (letter === 'p' || letter === 'P') return this.property();
    if (letter >= '1' && letter <= '9') {
      while (isDigits(this.source.charAt(this.position))) this.position += 1;
      return { kind: 'unknown' };
    }
    const code = this.escapedCode();
    return code === undefined ? undefined : characterNode(code, this.fold);
  }

  /** A property of characters, such as `\p{L}`. */
  private property(): RegexNode | undefined {
    const property = /^[pP](?:[A-Z]|\{[^}]{1,40}\})/.exec(this.source.slice(this.position, this.position + 44));
    if (property === null) return undefined;
    this.position += property[0].length;
    return { kind: 'unknown' };
  }

  /** The code of an escaped character: `\t`, `\x41`, `\.`. */
  private escapedCode(): number | undefined {
    const hex = /^(?:x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|(0[0-7]{0,2}))/.exec(
      this.source.slice(this.position, this.position + 10),
    );
    if (hex !== null) {
      this.position += hex[0].length;
      const code =
        hex[4] === undefined ? Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16) : Number.parseInt(hex[4], 8);
      return code <= 0x10ffff ? code : undefined;
    }
    const code = this.source.codePointAt(this.position);
    if (code === undefined) return undefined;
    const character = String.fromCodePoint(code);
    this.position += character.length;
    return CONTROL[character] ?? (isLetter(character) || isDigit(character) ? undefined : code);
  }

  private set(): RegexNode | undefined {
    const negated = this.take('^');
    const ranges: CodeRange[] = [];
    for (let first = true; ; first = false) {
      const character = this.source[this.position];
      if (character === undefined) return undefined;
      if (character === ']' && !first) break;
      const low = this.setMember();
      if (low === undefined) return undefined;
      if (typeof low !== 'number') {
        ranges.push(...low);
        continue;
      }
      if (this.source[this.position] === '-' && this.source[this.position + 1] !== ']') {
        this.position += 1;
        const high = this.setMember();
        if (typeof high !== 'number' || high < low) return undefined;
        ranges.push([low, high]);
      } else ranges.push([low, low]);
    }
    this.position += 1;
    return { kind: 'set', ranges, negated, fold: this.fold };
  }

  private setMember(): number | readonly CodeRange[] | undefined {
    const posix = /^\[:(\^?)([a-z]{1,8}):\]/.exec(this.source.slice(this.position, this.position + 14));
    if (posix !== null) {
      this.position += posix[0].length;
      const ranges = POSIX[posix[2] ?? ''];
      return ranges === undefined || posix[1] === '' ? ranges : complementRanges(ranges);
    }
    if (!this.take('\\')) {
      const code = this.source.codePointAt(this.position);
      if (code !== undefined) this.position += code > 0xffff ? 2 : 1;
      return code;
    }
    const letter = this.source[this.position] ?? '';
    const ranges = CLASSES[letter.toLowerCase()];
    if (ranges !== undefined) {
      this.position += 1;
      return letter === letter.toLowerCase() ? ranges : complementRanges(ranges);
    }
    if (letter === 'b') {
      this.position += 1;
      return 8;
    }
    return this.escapedCode();
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.position)) return false;
    this.position += text.length;
    return true;
  }
}
