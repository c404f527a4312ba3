import { escaped } from '../characters.js';
import type { ValueTest } from '../model/condition.js';
import type { QueryLanguage } from '../query/language.js';
import { type QueryFault, unreadable } from '../query/query-fault.js';
import type { QueryLeaf, QueryNode, QueryRemark } from '../query/query-tree.js';
import { numberOr } from '../query/values.js';
import { asBare, withoutDomains } from './bare-accounts.js';
import { hasCase, type SigmaTest, type Strictness, spellingsOf, testOnSigmaField } from './forms.js';
import type { NativeField, NativeFields } from './native-fields.js';

/** What stands between the folders of a path. */
export type Separator = '\\' | '/';

/** A condition in Sigma's fields, one test per leaf; `field` is undefined for a keyword. */
export type SigmaNode =
  | { readonly kind: 'and' | 'or'; readonly children: readonly SigmaNode[] }
  | { readonly kind: 'not'; readonly child: SigmaNode }
  | { readonly kind: 'constant'; readonly value: boolean }
  | SigmaLeaf;

export interface SigmaLeaf {
  readonly kind: 'test';
  readonly field: string | undefined;
  readonly test: ValueTest;
}

/** Where in the condition a test stands: the fields of the events there, and the accounts that are compared without their domains. */
interface Place {
  readonly natives: NativeFields;
  readonly bare: ReadonlySet<string>;
}

/**
 * Replaces a query's fields by Sigma's. Where the product's field cannot express the Sigma field's test exactly, the rule is wider, with a
 * remark. Under a `not` that would exclude more, so reading fails there. Of a log whose system is open, paths are written with each of the
 * separators.
 * @throws QueryFault
 */
export function toSigmaFields(
  tree: QueryNode,
  natives: NativeFields,
  separators: readonly Separator[],
  remarks: QueryRemark[],
  language: QueryLanguage,
): SigmaNode {
  return new TreeReader(separators, remarks, language).node(tree, 'wider', { natives, bare: new Set() });
}

class TreeReader {
  constructor(
    private readonly separators: readonly Separator[],
    private readonly remarks: QueryRemark[],
    private readonly language: QueryLanguage,
  ) {}

  node(node: QueryNode, strictness: Strictness, place: Place): SigmaNode {
    switch (node.kind) {
      case 'constant':
        return node;
      case 'not':
        return { kind: 'not', child: this.node(node.child, strictness === 'wider' ? 'exact' : 'wider', place) };
      case 'test':
        return this.#leaf(node, strictness, place);
      case 'and':
        return this.#together(node.children, strictness, place);
      default:
        return { kind: node.kind, children: node.children.map((child) => this.node(child, strictness, place)) };
    }
  }

  #together(parts: readonly QueryNode[], strictness: Strictness, { bare, natives }: Place): SigmaNode {
    const theirs = natives.within?.(parts) ?? natives;
    const { children, accounts } = withoutDomains(parts, theirs);
    const within = { natives: theirs, bare: accounts.size === 0 ? bare : new Set([...bare, ...accounts]) };
    const [first, ...others] = children.map((child) => this.node(child, strictness, within)) as [SigmaNode];
    return others.length === 0 ? first : { kind: 'and', children: [first, ...others] };
  }

  #leaf(leaf: QueryLeaf, strictness: Strictness, { natives, bare }: Place): SigmaNode {
    if (leaf.field === undefined) return { kind: 'test', field: undefined, test: keywordOf(leaf) };
    if (leaf.field.startsWith('\0')) throw elsewhere(leaf);
    const native = asBare(natives.find(leaf.field), bare);
    if (native.field === '' || native.field.includes('|'))
      throw unreadable(`no rule can have a field named ${leaf.field}`, leaf.at);
    noteUnmapped(leaf, native, this.remarks);
    // Kibana's language compares patterns with the single words of analysed text.
    if (this.language === 'lucene' && strictness === 'exact' && findsNothing(leaf, native)) {
      this.remarks.push({ code: 'widened', message: nothingExcluded(leaf), at: leaf.at });
      return { kind: 'constant', value: false };
    }
    const ways = new Map<string, SigmaLeaf>();
    for (const test of spellingsOf(leaf.test, native))
      for (const separator of this.separators) {
        const way = this.#way({ ...leaf, test }, native, { separator, strictness, natives });
        ways.set(JSON.stringify(way.test), way);
      }
    const [first, ...others] = [...ways.values()] as [SigmaLeaf, ...SigmaLeaf[]];
    return others.length === 0 ? first : { kind: 'or', children: [first, ...others] };
  }

  #way(
    leaf: QueryLeaf,
    native: NativeField,
    { natives, separator, strictness }: Pick<Place, 'natives'> & { separator: Separator; strictness: Strictness },
  ): SigmaLeaf {
    const found = fitted(leaf, native, separator, strictness) ?? ownElement(leaf, native, this.remarks);
    if (found === undefined) throw unreadable(`${leaf.field} cannot be said in a rule`, leaf.at);
    for (const message of [found.widened, found.kept])
      if (message !== undefined) this.remarks.push({ code: 'widened', message, at: leaf.at });
    const field = found.field ?? native.field;
    const of = field === EVENT_NUMBER ? asNumber(found.test) : found.test;
    if (of.op !== 'fieldref') return { kind: 'test', field, test: of };
    return { kind: 'test', field, test: { ...of, field: this.#otherField(of.field, leaf, natives) } };
  }

  /** The field that a comparison refers to, in Sigma's name. Of Kusto's tables every column begins with a capital: another word is a value that the query does not say. */
  #otherField(name: string, leaf: QueryLeaf, natives: NativeFields): string {
    const native = natives.find(name);
    if (this.language === 'kql' && !native.mapped && name[0] !== name[0]?.toUpperCase())
      throw unreadable(`${name} is neither written in the query nor a column of its table`, leaf.at);
    noteUnmapped({ ...leaf, field: name }, native, this.remarks);
    return native.field;
  }
}

/**
 * Whether a test finds nothing in the product itself: a pattern over several words on analysed text, which is compared with single words.
 * Where a value is to contain it, it is read as a part of the value instead.
 */
function findsNothing({ test }: QueryLeaf, { form }: NativeField): boolean {
  if ((form !== 'text' && form !== 'script') || test.op !== 'string') return false;
  const { shape, parts } = test.pattern;
  return !WHOLE_SHAPES.has(shape) && !parts.every((part) => typeof part !== 'string' || isWord(part));
}

const WHOLE_SHAPES: ReadonlySet<string> = new Set(['exact', 'contains', 'any']);
const isWord = (text: string): boolean => /^[\p{L}\p{N}_]*$/u.test(text);

function nothingExcluded({ field, test }: QueryLeaf): string {
  const text = test.op === 'string' ? test.pattern.parts.filter((part) => typeof part === 'string').join('*') : '';
  return `${field} is analysed text, whose single words a pattern is compared with: ${shortened(text)} spans several words and excludes nothing in the query, nor in the rule.`;
}

/** Why a part of a search of Splunk is not read that uses a macro whose definition is not there. @param name the macro's, without its arguments */
export const unknownMacro = (name: string): string => `what the macro ${name} stands for is defined elsewhere`;

/** The fault for a parser's mark, which names a log that no log source has. */
function elsewhere({ test, at }: QueryLeaf): QueryFault {
  const name = test.op === 'string' ? test.pattern.literal : '';
  return unreadable(unknownMacro(name), at);
}

function noteUnmapped(leaf: QueryLeaf, native: NativeField, remarks: QueryRemark[]): void {
  const name = leaf.field as string;
  if (name.startsWith('=')) {
    if (!native.mapped || native.field === name)
      throw unreadable(`a rule cannot compute ${shortened(name.slice(1))}`, leaf.at);
    return;
  }
  if (native.mapped) return;
  remarks.push({
    code: 'unmapped_field',
    message: `No map knows the field ${name} of this log source; the rule has the query's own name.`,
    at: leaf.at,
  });
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/**
 * A test of one argument that the command line cannot express exactly, as where it excludes: it stays on the product's list of arguments.
 * Where a log has no such list, the exclusion does not apply, and the rule finds more.
 */
function ownElement(
  leaf: QueryLeaf,
  native: NativeField,
  remarks: QueryRemark[],
): (SigmaTest & { readonly field: string }) | undefined {
  if (native.form !== 'argument' || leaf.test.op === 'term') return undefined;
  remarks.push({
    code: 'widened',
    message: `The query excludes by one argument, which ${native.field} cannot express; the rule has the query's own field ${leaf.field}, and excludes nothing where a log has none.`,
    at: leaf.at,
  });
  return { test: leaf.test, field: leaf.field as string };
}

function fitted(
  leaf: QueryLeaf,
  native: NativeField,
  separator: '\\' | '/',
  strictness: Strictness,
): SigmaTest | undefined {
  const found = testOnSigmaField(leaf.test, native, separator, strictness);
  if (found !== undefined) return found;
  if (native.form === 'argument' && strictness === 'exact' && leaf.test.op !== 'term') return undefined;
  throw unreadable(
    strictness === 'exact'
      ? `${leaf.field} holds a part of ${native.field}; excluding by this test would exclude too much`
      : `${leaf.field} holds a part of ${native.field}, which this test cannot be applied to`,
    leaf.at,
  );
}

/** The field of Windows' events whose values are numbers, which some products keep as texts. */
const EVENT_NUMBER = 'EventID';

const asNumber = (test: ValueTest): ValueTest =>
  test.op === 'string' && test.pattern.shape === 'exact' ? numberOr(test.pattern.literal, test) : test;

/** What an expression takes for more than itself. */
const SPECIAL = '\\^$.*+?()[]{}|/-';

function keywordOf({ test, at }: QueryLeaf): ValueTest {
  if (test.op === 'string') return { ...test, cased: test.cased && hasCase(test.pattern) };
  if (test.op === 'number' || test.op === 'regex') return test;
  if (test.op === 'term') return { op: 'regex', source: `\\b${escaped(test.literal, SPECIAL)}\\b`, flags: 'i' };
  throw unreadable('a search of the whole event needs a text, a number or an expression', at);
}
