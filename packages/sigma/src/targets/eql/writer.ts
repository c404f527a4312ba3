import type { MappedField } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import { accountTest } from '../../convert/text/account.js';
import { HASHES_APART, type SplitTest, splitHashes } from '../../convert/text/hashes.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { exactly } from '../../convert/text/patterns.js';
import { TemplateWriter } from '../../convert/text/template-writer.js';
import { isAbsence, isPresence, spelled, type TestOf } from '../../convert/text/tests.js';
import { SIGNS } from '../../convert/text/tokens.js';
import type { Rendered } from '../../convert/walk.js';
import type { FieldTest, ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { asksForAddress } from '../lucene/address.js';
import { placeOf } from '../lucene/open-map.js';
import { Place } from '../lucene/place.js';
import { regexTerm } from '../lucene/regex-term.js';
import { type LuceneMap, UNMAPPED } from '../lucene/resolve.js';
import { fieldName, patternExpression, quote, wildcardText } from './literal.js';
import { EQL_SYNTAX } from './syntax.js';

/** Types of the ECS maps that EQL cannot ask: it reads no analysed text, no nested objects and no field by a wildcard. */
const UNREAD: ReadonlySet<string> = new Set(['text', 'script', 'nested', 'everywhere', 'details']);

/** A native field, and what the map says of it. */
interface EqlField {
  readonly name: string;
  readonly field: MappedField;
}

/** Tests in EQL, over the fields of the ECS maps. */
export class EqlWriter extends TemplateWriter<EqlField> {
  readonly syntax = EQL_SYNTAX;

  constructor(
    private readonly map: LuceneMap,
    ctx: ConversionContext,
  ) {
    super(ctx);
  }

  private get mapped(): boolean {
    return this.map !== UNMAPPED;
  }

  protected placesOf(name: string, scope: LeafScope): readonly EqlField[] {
    const field = placeOf(name, this.map, scope);
    return field.names.map((native, index) => ({
      name: fieldName(native, field.mapped || !this.mapped),
      field: field.type === 'address' ? { ...field, type: index === 0 ? 'ip' : 'keyword' } : field,
    }));
  }

  protected override field({ field, tests, join }: FieldTest, scope: LeafScope): Rendered {
    const { type, values } = this.map.field(field);
    const places = this.placesOf(field, scope);
    const over = (some: readonly ValueTest[]) =>
      this.overPlaces(some, join, places, (each, place) => this.atPlace(each, join, place, scope));
    if (type !== 'hashes' && type !== 'account' && type !== 'address') {
      return over(values === undefined ? tests : tests.map((test) => spelled(test, values)));
    }
    const whole = tests.filter((test) => isAbsence(test) || isPresence(test));
    const valued = tests.filter((test) => !whole.includes(test));
    const written =
      type === 'account'
        ? valued.map((test) => this.account(test, places, scope))
        : this.apart(valued, join, places, type === 'hashes' ? splitHashes : addressPart, scope);
    return this.join(join, whole.length === 0 ? written : [...written, over(whole)]);
  }

  /** Tests of a value whose parts have fields of their own: those of one field stand together. */
  private apart(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    places: readonly EqlField[],
    split: (test: ValueTest) => SplitTest,
    scope: LeafScope,
  ): readonly Rendered[] {
    const gathered = new Map<EqlField, ValueTest[]>();
    const others: Rendered[] = [];
    for (const { join: own, parts } of tests.map(split)) {
      const placed = parts.map(([at, test]) => [places[at] ?? (places[0] as EqlField), test] as const);
      if (placed.length === 0) others.push(scope.leaveOut('test_dropped', HASHES_APART));
      else if (own === join || placed.length === 1) {
        for (const [place, test] of placed) gathered.set(place, [...(gathered.get(place) ?? []), test]);
      } else {
        const written = placed.map(([place, test]) => this.atPlace([test], own, place, scope));
        others.push(this.join(own, written));
      }
    }
    return [...[...gathered].map(([place, own]) => this.atPlace(own, join, place, scope)), ...others];
  }

  private account(test: ValueTest, [domain, name = domain]: readonly EqlField[], scope: LeafScope): Rendered {
    const fields = { domain, name } as { readonly domain: EqlField; readonly name: EqlField };
    return accountTest(test, {
      on: (half, wanted) => this.atPlace([wanted], 'any', fields[half], scope),
      domain: (given) => (given ? this.present(fields.domain) : this.absent(fields.domain)),
      join: (join, parts) => this.join(join, parts),
      lost: (code, message) => scope.leaveOut(code, message),
    });
  }

  /** A comparison with a missing field is neither true nor false, so what stands under a `not` asks for the field first. */
  protected override atPlace(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    place: EqlField,
    scope: LeafScope,
  ): Rendered {
    const written = super.atPlace(tests, join, place, scope);
    if (scope.tolerance === 'wider' || tests.some(isAbsence)) return written;
    return this.join('all', [this.present(place), written]);
  }

  protected override test(test: ValueTest, place: EqlField, scope: LeafScope): Rendered {
    return UNREAD.has(place.field.type) ? this.unsayable(test, place, scope) : super.test(test, place, scope);
  }

  /** `:` takes a list of texts in any letter case. */
  protected override listedValue(test: ValueTest, { field }: EqlField): string | undefined {
    if (test.op !== 'string' || test.cased || test.pattern.shape === 'any' || test.pattern.parts.length === 0)
      return undefined;
    return isText(field) ? wildcardText(test.pattern) : undefined;
  }

  protected override list({ name }: EqlField, values: readonly string[]): string {
    return values.length === 1 ? `${name} : ${values[0]}` : `${name} : (${values.join(', ')})`;
  }

  protected text(pattern: Pattern, cased: boolean, place: EqlField, scope: LeafScope): Rendered {
    const { name, field } = place;
    if (!isText(field)) return this.literal(pattern, place, scope);
    if (pattern.shape === 'exact' && (cased || pattern.literal === '')) return `${name} == ${quote(pattern.literal)}`;
    const wildcards = wildcardText(pattern);
    if (wildcards === undefined) return `${name} regex ${patternExpression(pattern, cased)}`;
    return cased ? `${name} like ${wildcards}` : `${name} : ${wildcards}`;
  }

  /** A text on a field of addresses, numbers or truths, which has no wildcards. */
  private literal({ shape, literal }: Pattern, place: EqlField, scope: LeafScope): Rendered {
    const { type } = place.field;
    const fits =
      type === 'ip' || (type === 'number' ? /^-?\d+(?:\.\d+)?$/.test(literal) : /^(?:true|false)$/i.test(literal));
    if (shape !== 'exact' || !fits) {
      return this.left(place, `A field of type ${type} takes whole values of its type only`, scope);
    }
    return `${place.name} == ${type === 'ip' ? quote(literal) : literal.toLowerCase()}`;
  }

  protected equals(value: number | boolean, place: EqlField, scope: LeafScope): Rendered {
    return this.mapped ? this.text(exactly(String(value)), false, place, scope) : `${place.name} == ${value}`;
  }

  protected present({ name }: EqlField): string {
    return `${optional(name)} != null`;
  }

  protected absent({ name }: EqlField): string {
    return `${optional(name)} == null`;
  }

  protected compare({ operator, value }: TestOf<'compare'>, place: EqlField, scope: LeafScope): Rendered {
    if (this.mapped && place.field.type !== 'number')
      return this.left(place, 'The field holds its numbers as text', scope);
    return `${place.name} ${SIGNS[operator]} ${value}`;
  }

  protected network({ network }: TestOf<'cidr'>, { name }: EqlField): string {
    return `cidrMatch(${name}, ${quote(network)})`;
  }

  /** EQL's expressions are Lucene's. */
  protected override regex(test: TestOf<'regex'>, place: EqlField, scope: LeafScope): Rendered {
    if (!isText(place.field))
      return this.left(place, `A field of type ${place.field.type} takes no expressions`, scope);
    const term = regexTerm(test, place.name, new Place(this.map, this.ctx, scope.tolerance, scope.path));
    if ('clause' in term) return scope.tolerance === 'wider' && this.present(place);
    return `${place.name} regex ${quote(term.value.replace(/^[/"]|[/"]$/g, ''))}`;
  }

  protected override placeholder(test: TestOf<'placeholder'>, place: EqlField, scope: LeafScope): Rendered {
    scope.note('placeholder', `%${test.name}% stands in the query for the value to fill in.`);
    return super.placeholder(test, place, scope);
  }

  protected override keyword(_test: ValueTest, scope: LeafScope): Rendered {
    return scope.leaveOut('test_dropped', 'EQL cannot search an event as a whole: the keyword was left out.');
  }

  protected override unsayable(test: ValueTest, place: EqlField, scope: LeafScope): Rendered {
    return this.left(place, `EQL has no test "${test.op}" on a field of type ${place.field.type}`, scope);
  }

  /** Leaves a test out; that the field has a value remains, where the test implies it and the query may be wider. */
  private left(place: EqlField, why: string, scope: LeafScope): Rendered {
    return scope.leaveOut('test_dropped', `${why}: the test on ${place.name} was left out.`);
  }
}

/** The field that can answer a test on a value which may be an address. */
function addressPart(test: ValueTest): SplitTest {
  return { join: 'any', parts: [[asksForAddress(test) ? 0 : 1, test]] };
}

function isText({ type }: MappedField): boolean {
  return type !== 'ip' && type !== 'number' && type !== 'boolean';
}

function optional(name: string): string {
  return name.startsWith('?') ? name : `?${name}`;
}
