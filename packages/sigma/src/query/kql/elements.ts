import type { GroupTest } from '../grouped.js';
import { unreadable } from '../query-fault.js';
import type { QueryElement, QueryRemark } from '../query-tree.js';
import type { Token, TokenStream } from '../tokens.js';
import { splitTokens } from '../tokens.js';
import { wholeCondition } from './condition.js';
import { remarkOn } from './element-tests.js';
import type { KqlNames } from './names.js';
import { refused } from './operators.js';
import { readScalar } from './scalar.js';

/** Settings before the arrays. */
const SETTINGS = new Set(['kind', 'bagexpansion', 'with_itemindex']);
const WHAT = 'computes over the elements of a list';

/** `mv-expand item = array`: a row of every element, so that a test holds where it does for any. */
function expandElements(stream: TokenStream, keyword: Token, names: KqlNames): void {
  while (SETTINGS.has(stream.peek()?.text.toLowerCase() ?? '') && stream.isSign('=', 1))
    for (let taken = 0; taken < 3; taken++) stream.take();
  for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
    const [name, sign] = stream.tokens.slice(from, to);
    const isNamed = sign?.text === '=';
    const inner = stream.part(isNamed ? from + 2 : from, to);
    const array = stream.nested(() => readScalar(inner, names));
    if (name?.kind !== 'word' || array.kind !== 'place') continue;
    const { elements = [], place, folded, at } = array;
    names.set(isNamed ? name.text : columnOf(stream.tokens.slice(from, inner.position)), {
      kind: 'place',
      place: place.endsWith('[]') ? place : `${place}[]`,
      folded,
      elements: [...elements, { array: place, at: keyword.at }],
      at,
    });
  }
}

/** The column whose elements have rows of their own where no other name is given: `todynamic(Entities)` is about `Entities`. */
function columnOf(tokens: readonly Token[]): string {
  const words = tokens.filter(({ kind }, index) => kind === 'word' && tokens[index + 1]?.text !== '(');
  return words.map(({ text }) => text).join('_');
}

/** `mv-apply item = array on (summarize name = countif(test), …)`, with which our converter counts the elements that satisfy a test. */
export function applyToElements(stream: TokenStream, keyword: Token, names: KqlNames): void {
  stream.nested(() => {
    const item = stream.take().text;
    stream.expectSign('=');
    const array = readScalar(stream, names);
    if (array.kind !== 'place' || !stream.takeWord('on')) throw refused(keyword, WHAT);
    stream.expectSign('(');
    const from = stream.position;
    const to = stream.skipGroup();
    names.during(item, { ...array, place: `${array.place}[]` }, () => {
      for (const [start, end] of splitTokens(stream.tokens, '|', from, to)) {
        const inner = stream.part(start, end);
        if (inner.isWord('mv-apply')) applyToElements(inner, inner.take(), names);
        else countElements(inner, keyword, names);
      }
    });
  });
}

function countElements(stream: TokenStream, keyword: Token, names: KqlNames): void {
  if (!stream.takeWord('summarize')) throw refused(keyword, WHAT);
  for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
    const [name, , counted] = [stream.tokens[from], stream.tokens[from + 1], stream.tokens[from + 2]];
    if (name === undefined || counted?.text !== 'countif') {
      // Sums of the counts of inner elements keep name and meaning.
      if (counted?.text === 'sum') continue;
      throw refused(keyword, WHAT);
    }
    names.setCondition(name.text, wholeCondition(stream, [from + 4, to - 1], names));
  }
}

/** The rows that `mv-expand` makes of elements, where the query counts. */
export class CountedRows {
  /** Single elements that groups are by, or whose values they count. */
  readonly grouped: QueryElement[] = [];
  #expanded: Token | undefined;

  expand(stream: TokenStream, keyword: Token, names: KqlNames): void {
    expandElements(stream, keyword, names);
    this.#expanded ??= keyword;
  }

  /** Behind `mv-expand` a table counts elements. @throws QueryFault where that is not what a correlation counts */
  refuse(counts: readonly GroupTest[], remarks: QueryRemark[]): void {
    if (counts.length === 0) return;
    remarks.push(...this.grouped.flatMap(remarkOn));
    const count = counts.find(({ aggregate: { type } }) => type !== 'value_count');
    if (this.#expanded !== undefined && count !== undefined)
      throw unreadable('behind mv-expand the query counts elements, and a correlation events', this.#expanded.at);
  }
}
