import type { ValueTest } from '../../model/condition.js';
import { readRegex } from '../../regex/reader.js';
import { type RegexNode, singleCharacter } from '../../regex/tree.js';
import { remembered } from '../../remembered.js';
import { escapeRegex, foldRegex, slashed } from './escape.js';
import { MAX_REGEX_LENGTH } from './pattern.js';
import { type Place, type Term, unsaid } from './place.js';
import { type Branch, branchesOf, type Edge } from './regex-anchors.js';
import { fitsProducts } from './regex-size.js';
import { alternatives, boundaryPrefix, boundarySuffix, type RegexMode, RegexWriter } from './regex-writer.js';

type RegexTest = Extract<ValueTest, { op: 'regex' }>;

const WIDER = 'Lucene has no counterpart for a part of the expression; the query matches more than the rule.';
const LOST = 'Lucene has no counterpart for the expression; only the presence of the field is asked for.';

/** A regular expression on a keyword field, in Lucene's dialect: always anchored, without flags, letter classes or assertions. */
export function regexTerm({ source, flags }: RegexTest, name: string, place: Place): Term {
  const tree = readRegex(source, flags);
  const mode = place.tolerance === 'wider' ? 'wider' : 'exact';
  const translated = tree === undefined ? undefined : translateRegex(tree, mode, `${flags}/${source}`);
  if (tree !== undefined && translated !== undefined) {
    if (!translated.widened) return { value: translated.text === '' ? '""' : slashed(translated.text) };
    if (place.tolerance === 'wider') {
      place.note('widened_regex', WIDER);
      return { value: slashed(translated.text) };
    }
  }
  if (tree !== undefined && place.tolerance === 'wider') {
    const literals = requiredLiterals(tree).map(({ text, fold }) => (fold ? foldRegex(text) : escapeRegex(text)));
    const skeleton = `.*${literals.join('.*')}.*`;
    if (literals.length > 0 && skeleton.length <= MAX_REGEX_LENGTH) {
      place.note('widened_regex', 'The expression is too long for Lucene; the query asks for its fixed parts only.');
      return { value: slashed(skeleton) };
    }
  }
  return unsaid(name, place, 'widened_regex', LOST);
}

/** A number as a separate word in a text. */
export function asWord(value: number): RegexTest {
  return { op: 'regex', source: `(?:^|\\W)${String(value).replaceAll('.', '\\.')}(?:\\W|$)`, flags: '' };
}

/** A whole expression from end to end of the value, or undefined where the result is longer than the product takes. */
function translateRegex(
  tree: RegexNode,
  mode: RegexMode,
  key: string,
): { readonly text: string; readonly widened: boolean } | undefined {
  const branches = branchesOf(tree);
  if (branches === undefined || branches.length === 0) return undefined;
  const writer = new RegexWriter(mode, () => fits(key, branches));
  const open = branches.length > 1 && branches.every(({ start, end }) => start === 'open' && end === 'open');
  const bodies = branches.map((branch) => branchText(branch, writer, !open));
  const whole = open ? `.*${alternatives(bodies)}.*` : bodies.includes('') ? alternatives(bodies) : bodies.join('|');
  const text = whole === '.*.*' ? '.*' : whole;
  return text.length > MAX_REGEX_LENGTH ? undefined : { text, widened: writer.widened };
}

/** Whether an expression fits, by its flags and source: two targets and every conversion of a rule ask the same. */
const fitting = new Map<string, boolean>();
const FITTING_MAX = 1000;

function fits(key: string, branches: readonly Branch[]): boolean {
  return remembered(fitting, key, () => fitsProducts(wholeOf(branches)), FITTING_MAX);
}

const ANYTHING: RegexNode = { kind: 'repeat', item: { kind: 'dot', all: true }, min: 0, max: Number.POSITIVE_INFINITY };

/** The branches as one expression from end to end of a value. */
function wholeOf(branches: readonly Branch[]): RegexNode {
  const options = branches.map(({ start, items, end }): RegexNode => {
    const before = start === 'anchored' ? [] : [ANYTHING];
    const after = end === 'anchored' ? [] : [ANYTHING];
    return { kind: 'sequence', items: [...before, ...items, ...after] };
  });
  return { kind: 'either', options };
}

function branchText({ start, items, end }: Branch, writer: RegexWriter, edges: boolean): string {
  let kept = items;
  // Optional parts beside any text have no effect.
  while (start === 'open' && mayVanish(kept[0])) kept = kept.slice(1);
  while (end === 'open' && mayVanish(kept.at(-1))) kept = kept.slice(0, -1);
  const body = writer.write({ kind: 'sequence', items: kept });
  if (!edges) return body;
  return edgeText(start, boundaryPrefix(items[0]), writer) + body + edgeText(end, boundarySuffix(items.at(-1)), writer);
}

function edgeText(edge: Edge, bounded: string | undefined, writer: RegexWriter): string {
  if (edge === 'anchored') return '';
  if (edge === 'boundary' && bounded === undefined) writer.widened = true;
  return edge === 'boundary' && bounded !== undefined ? bounded : '.*';
}

function mayVanish(node: RegexNode | undefined): boolean {
  return node?.kind === 'repeat' && node.min === 0;
}

/** The runs of plain characters that every match must contain, in order. */
export function requiredLiterals(tree: RegexNode): readonly { readonly text: string; readonly fold: boolean }[] {
  const literals: { text: string; fold: boolean }[] = [];
  let run = '';
  let fold = false;
  const end = () => {
    if (run.length > 1) literals.push({ text: run, fold });
    run = '';
  };
  const visit = (node: RegexNode): void => {
    const character = singleCharacter(node);
    if (character !== undefined && node.kind === 'set') {
      if (run !== '' && node.fold !== fold) end();
      run += character;
      fold = node.fold;
      return;
    }
    if (node.kind === 'sequence') {
      for (const item of node.items) visit(item);
      return;
    }
    end();
    if (node.kind === 'repeat' && node.min > 0) {
      visit(node.item);
      end();
    }
  };
  visit(tree);
  end();
  return literals;
}
