import { escapeRegex, foldRegex, slashed } from './escape.js';
import { MAX_REGEX_LENGTH } from './pattern.js';
import { noteAt, type Place, type Term, unsayable } from './place.js';
import { readRegex } from './regex-reader.js';
import { type RegexNode, singleCharacter } from './regex-tree.js';
import { boundaryPrefix, boundarySuffix, type RegexMode, RegexWriter } from './regex-writer.js';

/** How one alternative of an expression meets the ends of the value. */
type Edge = 'open' | 'anchored' | 'boundary';
interface Branch {
  readonly start: Edge;
  readonly items: readonly RegexNode[];
  readonly end: Edge;
}

const MAX_BRANCHES = 32;
const WIDER = 'Lucene has no counterpart for a part of the expression; the query matches more than the rule.';
const LOST = 'Lucene has no counterpart for the expression; only the presence of the field is asked for.';

/** A regular expression on a keyword field, in Lucene's dialect: anchored by nature, without flags, classes by letter or assertions. */
export function regexTerm(source: string, flags: string, name: string, place: Place): Term {
  const tree = readRegex(source, flags);
  const translated =
    tree === undefined ? undefined : translateRegex(tree, place.tolerance === 'wider' ? 'wider' : 'exact');
  if (tree !== undefined && translated !== undefined) {
    if (!translated.widened) return { value: translated.text === '' ? '""' : slashed(translated.text) };
    if (place.tolerance === 'wider') {
      noteAt(place, 'widened_regex', WIDER);
      return { value: slashed(translated.text) };
    }
  }
  if (tree !== undefined && place.tolerance === 'wider') {
    const literals = requiredLiterals(tree).map(({ text, fold }) =>
      fold ? foldRegex(text).join('') : escapeRegex(text),
    );
    const skeleton = `.*${literals.join('.*')}.*`;
    if (literals.length > 0 && skeleton.length <= MAX_REGEX_LENGTH) {
      noteAt(place, 'widened_regex', 'The expression is too long for Lucene; the query asks for its fixed parts only.');
      return { value: slashed(skeleton) };
    }
  }
  return { clause: unsayable([name], place, 'widened_regex', LOST) };
}

/** A whole expression between the ends of the value, or undefined where the result is longer than the product takes. */
export function translateRegex(
  tree: RegexNode,
  mode: RegexMode,
): { readonly text: string; readonly widened: boolean } | undefined {
  const writer = new RegexWriter(mode);
  const branches = branchesOf(tree);
  if (branches === undefined) return undefined;
  const open = branches.length > 1 && branches.every(({ start, end }) => start === 'open' && end === 'open');
  const bodies = branches.map((branch) => branchText(branch, writer, !open));
  const text = open ? `.*(${bodies.join('|')}).*` : bodies.join('|');
  return text.length > MAX_REGEX_LENGTH ? undefined : { text, widened: writer.widened };
}

function branchText({ start, items, end }: Branch, writer: RegexWriter, edges: boolean): string {
  const kept = edges && start === 'open' ? withoutLeadingAny(items) : items;
  const body = writer.write({ kind: 'sequence', items: kept });
  if (!edges) return body;
  let prefix = start === 'anchored' ? '' : '.*';
  let suffix = end === 'anchored' ? '' : '.*';
  if (start === 'boundary') {
    const bounded = boundaryPrefix(items[0]);
    if (bounded === undefined) writer.widened = true;
    else prefix = bounded;
  }
  if (end === 'boundary') {
    const bounded = boundarySuffix(items.at(-1));
    if (bounded === undefined) writer.widened = true;
    else suffix = bounded;
  }
  if (end === 'open' && body.endsWith('.*')) suffix = '';
  return prefix + body + suffix;
}

function withoutLeadingAny(items: readonly RegexNode[]): readonly RegexNode[] {
  const [first] = items;
  const any =
    first?.kind === 'repeat' && first.item.kind === 'dot' && first.item.all && first.min === 0 && first.max > 0;
  return any ? items.slice(1) : items;
}

function branchesOf(tree: RegexNode): readonly Branch[] | undefined {
  const branches: Branch[] = [];
  for (const option of tree.kind === 'either' ? tree.options : [tree]) {
    for (const opened of atEdge([option], 'first')) {
      for (const closed of atEdge(opened.items, 'last')) {
        branches.push({ start: opened.edge, items: closed.items, end: closed.edge });
        if (branches.length > MAX_BRANCHES) return undefined;
      }
    }
  }
  return branches;
}

/** Takes the anchors off one end of a sequence, opening groups that have anchors there. */
function atEdge(
  items: readonly RegexNode[],
  side: 'first' | 'last',
): readonly { edge: Edge; items: readonly RegexNode[] }[] {
  const node = side === 'first' ? items[0] : items.at(-1);
  const rest = side === 'first' ? items.slice(1) : items.slice(0, -1);
  const joined = (inner: readonly RegexNode[]) => (side === 'first' ? [...inner, ...rest] : [...rest, ...inner]);
  switch (node?.kind) {
    case 'start':
    case 'end':
      // `$` first or `^` last is no anchor of this end: left for the writer, which drops it as wider.
      if ((node.kind === 'start') !== (side === 'first')) break;
      return atEdge(rest, side).map((inner) => ({ ...inner, edge: 'anchored' }));
    case 'boundary':
      return [{ edge: 'boundary', items: rest }];
    case 'sequence':
      return node.items.length === 0 && rest.length === 0
        ? [{ edge: 'open', items: [] }]
        : atEdge(joined(node.items), side);
    case 'either':
      if (node.options.some((option) => hasAnchor(option, side))) {
        return node.options.flatMap((option) => atEdge(joined([option]), side)).slice(0, MAX_BRANCHES + 1);
      }
      break;
    default:
  }
  return [{ edge: 'open', items }];
}

function hasAnchor(node: RegexNode, side: 'first' | 'last'): boolean {
  if (node.kind === 'start' || node.kind === 'end' || node.kind === 'boundary') return true;
  if (node.kind === 'either') return node.options.some((option) => hasAnchor(option, side));
  if (node.kind !== 'sequence') return false;
  const edge = side === 'first' ? node.items[0] : node.items.at(-1);
  return edge !== undefined && hasAnchor(edge, side);
}

/** The runs of plain characters that every match must have, in order. */
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
