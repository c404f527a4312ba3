import type { MappedField } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { TemplateWriter } from '../../convert/text/template-writer.js';
import { isAbsence, type TestOf } from '../../convert/text/tests.js';
import { SIGNS } from '../../convert/text/tokens.js';
import type { BooleanSyntax, Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { Place } from '../lucene/place.js';
import { regexTerm } from '../lucene/regex-term.js';
import type { LuceneMap } from '../lucene/resolve.js';
import { fieldName, patternExpression, quote, wildcardText } from './literal.js';

/** EQL's operators. Negations and nested groups have parentheses, so that no reader needs their precedence. */
export const EQL_SYNTAX: BooleanSyntax = {
  and: ' and ',
  or: ' or ',
  not: (operand) => `not ${operand}`,
  notGroupsAtoms: true,
  alwaysGroup: true,
};

/**
 * Types of the ECS maps that EQL cannot ask: it reads no analysed text, no nested objects and no field by a wildcard, and values that the
 * product splits are asked for as a whole in none of the fields.
 */
const UNREAD: ReadonlySet<string> = new Set(['text', 'script', 'nested', 'everywhere', 'details', 'hashes', 'account']);

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
    private readonly mapped: boolean,
    ctx: ConversionContext,
  ) {
    super(ctx);
  }

  protected placesOf(name: string, scope: LeafScope): readonly EqlField[] {
    const field = this.map.field(name);
    if (this.mapped && !field.mapped) {
      scope.note(
        'unmapped_field',
        `No map knows the field ${name}; it stands as ${field.names.join(', ')}. If your events name it otherwise, map it by field_name_mapping in a pipeline.`,
      );
    }
    if (field.unsure !== undefined) scope.note('unsure_field', field.unsure);
    return field.names.map((native) => ({ name: fieldName(native, field.mapped || !this.mapped), field }));
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
    return isText(field) ? wildcardText(spelled(test.pattern, field)) : undefined;
  }

  protected override list({ name }: EqlField, values: readonly string[]): string {
    return values.length === 1 ? `${name} : ${values[0]}` : `${name} : (${values.join(', ')})`;
  }

  protected text(pattern: Pattern, cased: boolean, place: EqlField, scope: LeafScope): Rendered {
    const { name, field } = place;
    const native = cased ? pattern : spelled(pattern, field);
    if (!isText(field)) return this.literal(native, place, scope);
    if (pattern.shape === 'exact' && (cased || pattern.literal === '')) return `${name} == ${quote(native.literal)}`;
    const wildcards = wildcardText(native);
    if (wildcards === undefined) return `${name} regex ${patternExpression(native, cased)}`;
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
    const text = place.field.values?.get(String(value)) ?? String(value);
    if (!this.mapped) return `${place.name} == ${value}`;
    return this.text({ parts: [text], shape: 'exact', literal: text }, false, place, scope);
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

function isText({ type }: MappedField): boolean {
  return type !== 'ip' && type !== 'number' && type !== 'boolean';
}

/** A whole value in the product's spelling. */
function spelled(pattern: Pattern, { values }: MappedField): Pattern {
  const native = pattern.shape === 'exact' ? values?.get(pattern.literal.toLowerCase()) : undefined;
  return native === undefined ? pattern : { parts: [native], shape: 'exact', literal: native };
}

function optional(name: string): string {
  return name.startsWith('?') ? name : `?${name}`;
}
