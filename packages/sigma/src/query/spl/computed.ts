import { QueryFault, unreadable } from '../query-fault.js';
import {
  ALWAYS,
  join,
  negate,
  type QueryCount,
  type QueryLeaf,
  type QueryList,
  type QueryNode,
  type QueryRemark,
  type QueryTest,
  test,
} from '../query-tree.js';
import { splitTokens, type Token, TokenStream } from '../tokens.js';
import { lengthTest } from '../values.js';
import { accepts, asksForIndex, type Case, chosen, NUMBER_FOUND } from './cases.js';
import { type FieldOf, readConditionOf, readConstant } from './eval.js';
import { tokenizeEval } from './eval-tokens.js';
import { expressionTest } from './expression.js';
import { type Listed, listedTest } from './listed.js';

type TokenRange = readonly [number, number];
/** What a name of `eval` has the value of, as far as a rule can test it. */
export type Computed =
  /** `if(condition, "Yes", "No")`, `case(…)`: the value of the first condition that holds. */
  | { readonly kind: 'cases'; readonly cases: readonly Case[] }
  /** `lower(field)`. */
  | { readonly kind: 'folded'; readonly field: string }
  /** `len(field)`. */
  | { readonly kind: 'length'; readonly field: string }
  /** `mvindex(field, 0)`: one value of several. */
  | { readonly kind: 'element'; readonly field: string }
  /** `mvfind(field, "expression")`: the number of the value that an expression finds, from 0. */
  | { readonly kind: 'found'; readonly field: string; readonly of: QueryTest }
  /** What `lookup` adds. */
  | { readonly kind: 'listed'; readonly listed: Listed; readonly given?: QueryList };

type OfField = Exclude<Computed, { readonly kind: 'listed' }>;

/** A computed value under its name. */
interface Assignment {
  readonly name: string;
  readonly computed: Computed;
  /** What is to be said of its conditions where it is used. */
  readonly remarks: readonly QueryRemark[];
}

/** Begins the name that stands for a computed value until its tests are read. */
const MARK = '\u0002computed:';

/** The values that a search computes, each under a name that no field has. */
export class ComputedValues {
  readonly #values = new Map<string, Assignment>();

  constructor(
    /** Counts what is written out once more. @throws QueryFault for too much */
    private readonly use: (node: QueryNode, at: number) => QueryNode,
  ) {}

  /** The field name that stands for a value. @throws QueryFault where one of its conditions cannot be said */
  add(name: string, computed: Computed): string {
    const mark = `${MARK}${this.#values.size}`;
    const remarks: QueryRemark[] = [];
    const own =
      computed.kind === 'cases'
        ? { ...computed, cases: computed.cases.map((each) => this.#plain(each, remarks)) }
        : computed;
    this.#values.set(mark, { name, computed: own, remarks });
    return mark;
  }

  #plain(each: Case, remarks: QueryRemark[]): Case {
    // What does not hold chooses the cases behind, so that a condition must be one that may stand under a `not` too.
    this.resolved(each.when, [], true);
    return { ...each, when: this.resolved(each.when, remarks) };
  }

  /** A condition with the tests of computed values as what they ask of the events. @throws QueryFault for one that no rule can say */
  resolved(node: QueryNode, remarks: QueryRemark[], isExcluded = false): QueryNode {
    switch (node.kind) {
      case 'constant':
        return node;
      case 'not':
        return negate(this.resolved(node.child, remarks, !isExcluded));
      case 'test':
        return this.#ofLeaf(node, remarks, isExcluded);
      default:
        return join(
          node.kind,
          node.children.map((child) => this.resolved(child, remarks, isExcluded)),
        );
    }
  }

  #ofLeaf(leaf: QueryLeaf, remarks: QueryRemark[], isExcluded: boolean): QueryNode {
    const value = this.#values.get(leaf.field ?? '');
    if (value === undefined) return leaf;
    const { computed, name } = value;
    for (const remark of value.remarks) if (!remarks.includes(remark)) remarks.push(remark);
    if (computed.kind === 'element')
      remarks.push({
        code: 'widened',
        message: `The query looks at one value of ${computed.field} by its number; the rule finds any of them.`,
        at: leaf.at,
      });
    const found = this.use(
      computed.kind === 'listed'
        ? listedTest(computed.listed, leaf.test, computed.given, (cell) => accepts(leaf.test, cell), remarks, leaf.at)
        : testOfComputed(name, computed, leaf, isExcluded),
      leaf.at,
    );
    // A value may be of another computed one.
    return this.resolved(found, remarks, isExcluded);
  }

  /** @throws QueryFault where a correlation groups or counts by a computed value */
  refuseKeys(count: QueryCount | undefined): void {
    const fields = [count, ...(count?.others ?? [])].flatMap((each) => [
      ...(each?.groupBy ?? []),
      ...(each?.fields ?? []),
    ]);
    const mark = fields.find((field) => field.startsWith(MARK));
    if (mark !== undefined && count !== undefined)
      throw unreadable(`${this.#values.get(mark)?.name} is computed by eval, which a rule cannot do`, count.at);
  }
}

/** Reads the assignments of `eval a=if(…), b=len(…)` one after another: what each name has the value of, where a rule can test it. */
export function computedIn(
  query: string,
  from: number,
  to: number,
  field: FieldOf,
): (name: string) => Computed | undefined {
  const tokens = unlessUnreadable(() => tokenizeEval(query, from, to)) ?? [];
  const stream = new TokenStream(tokens, to);
  const ranges = splitTokens(tokens, ',', 0, tokens.length).filter(
    ([start, end]) => tokens[start + 1]?.text === '=' && end > start + 2,
  );
  return (name) => {
    const index = ranges.findIndex(([start]) => tokens[start]?.text === name);
    if (index < 0) return undefined;
    const [[start, end]] = ranges.splice(index, 1) as [TokenRange];
    return unlessUnreadable(() => computedBy(stream, [start + 2, end], field));
  };
}

/** What a call has the value of; undefined for anything else. */
function computedBy(stream: TokenStream, [from, to]: TokenRange, field: FieldOf): Computed | undefined {
  const { tokens } = stream;
  const inner = stream.part(from, to);
  const name = inner.take();
  if (name.kind !== 'word' || !inner.takeSign('(')) return undefined;
  const start = inner.position;
  const end = inner.skipGroup();
  if (!inner.done) return undefined;
  const args = splitTokens(tokens, ',', start, end);
  const called = name.text.toLowerCase();
  if (called === 'case' || (called === 'if' && args.length === 3)) return casesOf(args, stream, field);
  const [first, second, third] = args;
  const of = first === undefined ? undefined : fieldAt(tokens, first, field);
  if (of === undefined || third !== undefined) return undefined;
  return ofField(called, of, second === undefined ? undefined : tokens[second[0]]);
}

/** What a function of a field has the value of. */
function ofField(called: string, field: string, second: Token | undefined): Computed | undefined {
  if (second === undefined) {
    if (called === 'lower' || called === 'upper') return { kind: 'folded', field };
    return called === 'len' ? { kind: 'length', field } : undefined;
  }
  if (called === 'mvindex') return { kind: 'element', field };
  if (called !== 'mvfind' || second.kind !== 'text') return undefined;
  return { kind: 'found', field, of: expressionTest(second.text) };
}

/** The field that an argument is alone. */
function fieldAt(tokens: readonly Token[], [from, to]: TokenRange, field: FieldOf): string | undefined {
  const token = tokens[from];
  return token?.kind === 'word' && to === from + 1 ? field(token.text, token.at) : undefined;
}

/** Conditions with a constant behind each, and behind them perhaps one for all else. */
function casesOf(args: readonly TokenRange[], stream: TokenStream, field: FieldOf): Computed | undefined {
  const cases: Case[] = [];
  for (let index = 0; index < args.length; index += 2) {
    const [condition, given] = [args[index] as TokenRange, args[index + 1]];
    const when = given === undefined ? ALWAYS : stream.nested(() => readConditionOf(stream.part(...condition), field));
    const found = foundAt(stream, given ?? condition, field);
    const value = found === undefined ? readConstant(stream, given ?? condition) : null;
    if (value === undefined) return undefined;
    // Where nothing is found, there is no number.
    if (found !== undefined) cases.push({ when: join('and', [when, found]), value: NUMBER_FOUND });
    cases.push({ when, value });
  }
  return { kind: 'cases', cases };
}

/** The condition that `mvfind(field, "expression")` finds a value; undefined for anything else. */
function foundAt(stream: TokenStream, range: TokenRange, field: FieldOf): QueryNode | undefined {
  const first = stream.tokens[range[0]];
  if (first?.kind !== 'word' || first.text.toLowerCase() !== 'mvfind') return undefined;
  const computed = computedBy(stream, range, field);
  return computed?.kind === 'found' ? test(computed.field, computed.of, first.at) : undefined;
}

/**
 * The condition that a test of a computed value is. `isExcluded`: it stands under a `not`, where a test of any value would exclude more than one of
 * a single one.
 * @throws QueryFault where no rule can test the value so
 */
function testOfComputed(name: string, computed: OfField, leaf: QueryLeaf, isExcluded: boolean): QueryNode {
  const found = conditionOf(computed, leaf, isExcluded);
  if (found === undefined) throw unreadable(`${name} is computed by eval, which a rule cannot do`, leaf.at);
  return found;
}

function conditionOf(computed: OfField, { test: of, at }: QueryLeaf, isExcluded: boolean): QueryNode | undefined {
  switch (computed.kind) {
    case 'cases':
      return chosen(computed.cases, of, at);
    case 'folded':
      return test(computed.field, withoutCase(of), at);
    case 'length':
      return lengthOf(computed.field, of, at);
    case 'element':
      return isExcluded ? undefined : test(computed.field, of, at);
    case 'found': {
      const asks = asksForIndex(of);
      const node = test(computed.field, computed.of, at);
      return asks === undefined ? undefined : asks ? node : negate(node);
    }
  }
}

function withoutCase(of: QueryTest): QueryTest {
  if (of.op === 'string') return { ...of, cased: false };
  if (of.op === 'regex' && !of.flags.includes('i')) return { ...of, flags: [...of.flags, 'i'].sort().join('') };
  return of;
}

const SIGNS: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

function lengthOf(field: string, of: QueryTest, at: number): QueryNode | undefined {
  if (of.op === 'exists' || of.op === 'null') return test(field, of, at);
  const [sign, length] =
    of.op === 'number' ? ['==', of.value] : of.op === 'compare' ? [SIGNS[of.operator] ?? '', of.value] : ['', 0];
  const found = lengthTest(sign, length);
  return found === undefined ? undefined : test(field, found, at);
}

/** What a reading gives; undefined where it finds what no rule can say. @throws QueryFault for too much, and too deep */
export function unlessUnreadable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof QueryFault && error.code !== 'TooDeep' && error.code !== 'TooLarge') return undefined;
    throw error;
  }
}
