import { withoutAround } from '../../characters.js';
import type { ConversionContext } from '../../convert/target.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import type { ValueSplit } from '../../convert/text/split.js';
import type { TestOf } from '../../convert/text/tests.js';
import { booleanOrNothing, numberOrNothing } from '../../convert/text/tokens.js';
import { type TypedTokens, TypedWriter } from '../../convert/text/typed-writer.js';
import { type BooleanSyntax, type Rendered, renderNot } from '../../convert/walk.js';
import type { FieldTest, KeywordTest } from '../../model/condition.js';
import { placeOf } from '../lucene/open-map.js';
import { type NativeField, nativeFields, splitOf } from '../lucene/parts.js';
import { Place } from '../lucene/place.js';
import { regexTerm } from '../lucene/regex-term.js';
import type { LuceneMap } from '../lucene/resolve.js';
import { LuceneWriter } from '../lucene/writer.js';
import { columnName, likePattern, quote } from './text.js';

/** ES|QL's operators: NOT binds more than comparisons, which bind more than AND and OR. Groups have parentheses all the same. */
export const SYNTAX: BooleanSyntax = {
  and: ' AND ',
  or: ' OR ',
  not: (operand) => `NOT ${operand}`,
  notGroupsAtoms: true,
  alwaysGroup: true,
};

/** Longer lists of patterns are written as one list: a chain of more than 293 ORs is refused. */
const MOST_LIKES = 50;

/**
 * Types that no column of ES|QL has, or whose columns hold many values, which make every comparison null: they are searched by QSTR, a query
 * string of Lucene's in the same index.
 */
const SEARCHED = new Set([
  'text',
  'script',
  'nested',
  'flattened',
  'element',
  'argument',
  'details',
  'registry',
  'everywhere',
]);

const lower = (text: string): string => text.toLowerCase();

const TOKENS: TypedTokens = {
  language: 'ES|QL',
  present: (name) => `${name} IS NOT NULL`,
  absent: (name) => `${name} IS NULL`,
  network: (name, network) => `CIDR_MATCH(${name}, ${quote(network)})`,
  // Comparisons mind the letter case. What asks in lower case is asked of the index without it.
  listed: (pattern) =>
    pattern.shape === 'exact' && pattern.literal !== '' ? quote(lower(pattern.literal)) : undefined,
  equal: (name, value) => `${name} == ${value}`,
  text(name, pattern, cased) {
    if (pattern.shape === 'exact' && (cased || pattern.literal === '')) return `${name} == ${quote(pattern.literal)}`;
    if (pattern.shape === 'exact') return `TO_LOWER(${name}) == ${quote(lower(pattern.literal))}`;
    return cased
      ? `${name} LIKE ${likePattern(pattern, String)}`
      : `TO_LOWER(${name}) LIKE ${likePattern(pattern, lower)}`;
  },
  unread: new Set(),
  whole: {
    ip: quote,
    number: numberOrNothing,
    boolean: booleanOrNothing,
  },
};

/** Tests in ES|QL, over the fields of the ECS maps. A comparison with a column that is null is null. */
export class EsqlWriter extends TypedWriter<NativeField> {
  readonly syntax = SYNTAX;
  protected readonly tokens = TOKENS;
  private readonly search: LuceneWriter;

  constructor(
    private readonly map: LuceneMap,
    ctx: ConversionContext,
  ) {
    super(ctx);
    this.search = new LuceneWriter(map, ctx);
  }

  protected placesOf(name: string, scope: LeafScope): readonly NativeField[] {
    return nativeFields(placeOf(name, this.map, scope), columnName);
  }

  protected override splitOf(name: string): ValueSplit | undefined {
    return splitOf(this.map.field(name));
  }

  protected override field(leaf: FieldTest, scope: LeafScope): Rendered {
    return isSearched(leaf.field, this.map) ? this.searched(leaf, scope) : super.field(leaf, scope);
  }

  protected override keywords(leaf: KeywordTest, scope: LeafScope): Rendered {
    return this.searched(leaf, scope);
  }

  /** A test as a query string of Lucene's. */
  private searched(leaf: FieldTest | KeywordTest, { tolerance }: LeafScope): Rendered {
    const query = this.search.leaf(leaf, tolerance);
    if (typeof query === 'boolean') return query;
    if (typeof query === 'string') return queryString(query);
    // A negation alone finds nothing in a query string.
    if (query.operand === undefined) return queryString(query.text);
    return renderNot(queryString(typeof query.operand === 'string' ? query.operand : query.operand.text), SYNTAX);
  }

  /** Many patterns of one column are one list, which Elasticsearch takes from 9.1 on. */
  protected override parts(...[tests, join, place, scope]: Parameters<TypedWriter<NativeField>['parts']>) {
    const written = super.parts(tests, join, place, scope);
    const head = `TO_LOWER(${place.name}) LIKE `;
    const isLike = (part: Rendered): part is string => typeof part === 'string' && part.startsWith(head);
    const likes = written.filter(isLike);
    if (join === 'all' || likes.length <= MOST_LIKES) return written;
    this.ctx.note({ code: 'query_syntax', message: 'LIKE with a list of patterns needs Elasticsearch 9.1 or newer.' });
    const patterns = likes.map((like) => like.slice(head.length));
    return [...written.filter((part) => !isLike(part)), `${head}(${patterns.join(', ')})`];
  }

  protected override list({ name }: NativeField, values: readonly string[]): Rendered {
    return `TO_LOWER(${name}) ${values.length === 1 ? `== ${values[0]}` : `IN (${values.join(', ')})`}`;
  }

  /** Without maps nobody knows a column's type, and a number is no text. */
  protected override equals(value: number | boolean, place: NativeField, scope: LeafScope): Rendered {
    if (this.ctx.settings.pipeline !== 'none') return super.equals(value, place, scope);
    return `TO_LOWER(TO_STRING(${place.name})) == ${quote(String(value))}`;
  }

  /** RLIKE's expressions are Lucene's. */
  protected override regex(test: TestOf<'regex'>, place: NativeField, scope: LeafScope): Rendered {
    const term = regexTerm(test, place.name, new Place(this.map, this.ctx, scope.tolerance, scope.path));
    if ('clause' in term) return scope.tolerance === 'wider' && this.present(place);
    return `${place.name} RLIKE ${quote(withoutAround(term.value, '/"'))}`;
  }

  protected override reference(test: TestOf<'fieldref'>, place: NativeField, scope: LeafScope): Rendered {
    if (isSearched(test.field, this.map)) return this.unsayable(test, place, scope);
    const others = this.placesOf(test.field, scope);
    const isText = ({ field }: NativeField) => !(field.type in TOKENS.whole);
    if (![place, ...others].every(isText)) return this.unsayable(test, place, scope);
    const compared = (other: NativeField, text: string): Rendered => {
      const written = comparedColumns(place.name, text, test);
      return scope.tolerance === 'wider' ? written : this.join('all', [this.present(other), written]);
    };
    const split = this.splitOf(test.field);
    if (split === undefined) {
      return this.join(
        'any',
        others.map((other) => compared(other, other.name)),
      );
    }
    const [domain, name] = others;
    if (split !== 'account' || domain === undefined || name === undefined) return this.unsayable(test, place, scope);
    return compared(name, wholeAccount(domain.name, name.name));
  }
}

/** Whether a field of a rule is searched by a query string, since no column of ES|QL has it. */
export function isSearched(name: string, map: LuceneMap): boolean {
  return SEARCHED.has(map.field(name).type);
}

const queryString = (query: string): string => `QSTR(${quote(query)})`;

/** An account as events have it, of the two columns that the product keeps it in. */
const wholeAccount = (domain: string, name: string): string =>
  `CASE(${domain} IS NULL, ${name}, CONCAT(${domain}, ${quote('\\')}, ${name}))`;

function comparedColumns(name: string, other: string, { match, cased }: TestOf<'fieldref'>): string {
  const [left, right] = cased ? [name, other] : [`TO_LOWER(${name})`, `TO_LOWER(${other})`];
  switch (match) {
    case 'equals':
      return `${left} == ${right}`;
    case 'startswith':
      return `STARTS_WITH(${left}, ${right})`;
    case 'endswith':
      return `ENDS_WITH(${left}, ${right})`;
    case 'contains':
      return `LOCATE(${left}, ${right}) > 0`;
  }
}
