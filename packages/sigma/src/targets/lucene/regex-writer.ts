import { type CodeRange, complementRanges, MAX_CODE, mergeRanges, type RegexNode, wordness } from '../../regex/tree.js';
import { escapeRegex, foldCharacter } from './escape.js';

/** `wider` may match a little more where that keeps control characters out of the query; `exact` must not. */
export type RegexMode = 'wider' | 'exact';

/** Open sets that are repeated more often are written without bounds where the product's automaton would become too large. */
const MAX_OPEN_REPEAT = 11;
const NOT_WORD = '[^0-9A-Z_a-z]';

/** Writes nodes in Lucene's dialect, and remembers whether it had to widen. */
export class RegexWriter {
  widened = false;

  /** `fits` says whether the product can make an automaton of the expression with all its bounds; asked where it is in doubt. */
  constructor(
    private readonly mode: RegexMode,
    private readonly fits: () => boolean,
  ) {}

  /** The text of a node between its neighbours. */
  write(node: RegexNode, before?: RegexNode, after?: RegexNode): string {
    switch (node.kind) {
      case 'set':
        return this.set(node.ranges, node.negated, node.fold);
      case 'dot':
        return node.all || this.mode === 'wider' ? '.' : '[^\n]';
      case 'sequence':
        return node.items
          .map((item, i) => this.write(item, node.items[i - 1] ?? before, node.items[i + 1] ?? after))
          .join('');
      case 'either':
        return alternatives(node.options.map((option) => this.write(option, before, after)));
      case 'repeat':
        return this.repeat(node.item, node.min, node.max);
      case 'boundary':
        if (!certainBoundary(before, after)) this.widened = true;
        return '';
      case 'unknown':
        this.widened = true;
        return '.*';
      default:
        this.widened = true;
        return '';
    }
  }

  private repeat(item: RegexNode, min: number, max: number): string {
    const text = this.write(item);
    if (text === '') return '';
    const atom = item.kind === 'set' || item.kind === 'dot' ? text : `(${stripGroup(item, text)})`;
    const repeats = max === Number.POSITIVE_INFINITY ? min : max;
    if (isOpen(item) && repeats > MAX_OPEN_REPEAT && !this.fits()) {
      this.widened = true;
      return min === 0 ? `${atom}*` : `${atom}+`;
    }
    return min === 1 && max === 1 ? text : `${atom}${quantifier(min, max)}`;
  }

  private set(ranges: readonly CodeRange[], negated: boolean, fold: boolean): string {
    if (!negated && ranges.length === 1) {
      const [from, to] = ranges[0] as CodeRange;
      const character = String.fromCodePoint(from);
      if (from === to) return fold ? foldCharacter(character) : escapeRegex(character);
    }
    let members = mergeRanges(fold ? withOtherCase(ranges) : ranges);
    let outside = negated;
    if (this.mode === 'wider' && members.some(([from]) => from < 32)) {
      if (negated) {
        // The result is wider by the control characters that the set excluded.
        members = members.flatMap(([from, to]): CodeRange[] => (to < 32 ? [] : [[Math.max(from, 32), to]]));
        this.widened = true;
      } else if (members.some(([from, to]) => from <= 9 && to >= 13)) {
        // White space is written as everything except printable characters that are not members.
        members = complementRanges([...members, [0, 32], [127, 160], [0x10000, MAX_CODE]]);
        outside = true;
      }
    }
    if (members.length === 0) return outside ? '.' : '#';
    return `[${outside ? '^' : ''}${members.map(rangeText).join('')}]`;
  }
}

/** Alternatives in parentheses. The products refuse an empty one, so the others become optional. */
export function alternatives(texts: readonly string[]): string {
  const filled = texts.filter((text) => text !== '');
  if (filled.length === 0) return '';
  return `(${filled.join('|')})${filled.length < texts.length ? '?' : ''}`;
}

/** Whether a boundary must be asserted before a node (the text before it ended outside a word), and how. */
export function boundaryPrefix(next: RegexNode | undefined): string | undefined {
  const kind = wordness(next, 'first');
  return kind === 'word' ? `(.*${NOT_WORD})?` : kind === 'other' ? '.*[0-9A-Z_a-z]' : undefined;
}

/** As {@link boundaryPrefix}, after the last node. */
export function boundarySuffix(last: RegexNode | undefined): string | undefined {
  const kind = wordness(last, 'last');
  return kind === 'word' ? `(${NOT_WORD}.*)?` : kind === 'other' ? '[0-9A-Z_a-z].*' : undefined;
}

function certainBoundary(before: RegexNode | undefined, after: RegexNode | undefined): boolean {
  const [left, right] = [wordness(before, 'last'), wordness(after, 'first')];
  return left !== undefined && right !== undefined && left !== right;
}

function isOpen(node: RegexNode): boolean {
  return node.kind === 'dot' || (node.kind === 'set' && node.negated);
}

/** An alternation brings its own parentheses. */
function stripGroup(node: RegexNode, text: string): string {
  return node.kind === 'either' && text.endsWith(')') ? text.slice(1, -1) : text;
}

function withOtherCase(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const all: CodeRange[] = [...ranges];
  for (const [from, to] of ranges) {
    const upper: CodeRange = [Math.max(from, 65), Math.min(to, 90)];
    const lower: CodeRange = [Math.max(from, 97), Math.min(to, 122)];
    if (upper[0] <= upper[1]) all.push([upper[0] + 32, upper[1] + 32]);
    if (lower[0] <= lower[1]) all.push([lower[0] - 32, lower[1] - 32]);
    if (from === to && from > 127) {
      for (const other of [String.fromCodePoint(from).toLowerCase(), String.fromCodePoint(from).toUpperCase()]) {
        if ([...other].length === 1) all.push([other.codePointAt(0) as number, other.codePointAt(0) as number]);
      }
    }
  }
  return all;
}

function rangeText([from, to]: CodeRange): string {
  const low = memberText(from);
  if (from === to) return low;
  return to === from + 1 ? low + memberText(to) : `${low}-${memberText(to)}`;
}

function memberText(code: number): string {
  const character = String.fromCodePoint(code);
  return character === '-' || character === '^' || character === ']' || character === '['
    ? `\\${character}`
    : escapeRegex(character);
}

/** The sign for how often something is repeated. */
function quantifier(min: number, max: number): string {
  if (min === 0 && max === 1) return '?';
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
