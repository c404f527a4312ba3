import type { MappedField } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { exactly, patternText } from '../../convert/text/patterns.js';
import type { ValueSplit } from '../../convert/text/split.js';
import { isAbsence, spelled, type TestOf } from '../../convert/text/tests.js';
import { type TestTokens, TokenWriter } from '../../convert/text/token-writer.js';
import { doubleQuoted, SIGNS } from '../../convert/text/tokens.js';
import type { BooleanSyntax, Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { escapeRegex, foldRegex } from '../lucene/escape.js';
import { placeOf } from '../lucene/open-map.js';
import { type NativeField, nativeFields, splitOf } from '../lucene/parts.js';
import { Place } from '../lucene/place.js';
import { regexTerm } from '../lucene/regex-term.js';
import { type LuceneMap, UNMAPPED } from '../lucene/resolve.js';

/** EQL's operators. Negations and nested groups have parentheses, so that no reader needs their precedence. */
export const EQL_SYNTAX: BooleanSyntax = {
  and: ' and ',
  or: ' or ',
  not: (operand) => `not ${operand}`,
  notGroupsAtoms: true,
  alwaysGroup: true,
};

const TOKENS: TestTokens = {
  present: (name) => `${optional(name)} != null`,
  absent: (name) => `${optional(name)} == null`,
  network: (name, network) => `cidrMatch(${name}, "${network}")`,
  list: { one: ' : ', several: ' : ' },
};

const PLAIN_NAME = /^[A-Za-z_@][\w@]*(?:\.[A-Za-z_@][\w@]*)*$/;
/** Types of the ECS maps that EQL cannot ask: it reads no analysed text, no nested objects and no field by a wildcard. */
const UNREAD: ReadonlySet<string> = new Set(['text', 'script', 'nested', 'everywhere', 'details']);
/** What a text must be on a field of a type that takes whole values only. */
const LITERALS: Readonly<Record<string, RegExp>> = {
  ip: /^/,
  number: /^-?\d+(?:\.\d+)?$/,
  boolean: /^(?:true|false)$/i,
};

/** Tests in EQL, over the fields of the ECS maps. */
export class EqlWriter extends TokenWriter<NativeField> {
  readonly syntax = EQL_SYNTAX;
  protected readonly tokens = TOKENS;

  constructor(
    private readonly map: LuceneMap,
    ctx: ConversionContext,
  ) {
    super(ctx);
  }

  protected placesOf(name: string, scope: LeafScope): readonly NativeField[] {
    const field = placeOf(name, this.map, scope);
    const fields = nativeFields(field, (native) => fieldName(native, field, this.map));
    return UNREAD.has(field.type) ? fields.map(({ name: native }) => ({ name: native, field })) : fields;
  }

  protected override splitOf(name: string): ValueSplit | undefined {
    const field = this.map.field(name);
    return UNREAD.has(field.type) ? undefined : splitOf(field);
  }

  /** A comparison with a missing field is neither true nor false, so what stands under a `not` asks for the field first. */
  protected override atPlace(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    place: NativeField,
    scope: LeafScope,
  ): Rendered {
    const { values } = place.field;
    const native = values === undefined ? tests : tests.map((test) => spelled(test, values));
    const written = super.atPlace(native, join, place, scope);
    if (scope.tolerance === 'wider' || tests.some(isAbsence)) return written;
    return this.join('all', [this.present(place), written]);
  }

  protected override test(test: ValueTest, place: NativeField, scope: LeafScope): Rendered {
    return UNREAD.has(place.field.type) ? this.unsayable(test, place, scope) : super.test(test, place, scope);
  }

  /** `:` takes a list of texts in any letter case. */
  protected override listedValue(test: ValueTest, { field }: NativeField): string | undefined {
    if (test.op !== 'string' || test.cased || test.pattern.shape === 'any' || test.pattern.parts.length === 0)
      return undefined;
    return field.type in LITERALS ? undefined : wildcardText(test.pattern);
  }

  protected text(pattern: Pattern, cased: boolean, place: NativeField, scope: LeafScope): Rendered {
    const { name, field } = place;
    const { shape, literal } = pattern;
    const whole = LITERALS[field.type];
    if (whole !== undefined) {
      if (shape === 'exact' && whole.test(literal)) {
        return `${name} == ${field.type === 'ip' ? quote(literal) : literal.toLowerCase()}`;
      }
      return left(place, `A field of type ${field.type} takes whole values of its type only`, scope);
    }
    if (shape === 'exact' && (cased || literal === '')) return `${name} == ${quote(literal)}`;
    const wildcards = wildcardText(pattern);
    if (wildcards !== undefined) return `${name} ${cased ? 'like' : ':'} ${wildcards}`;
    // An expression is anchored at both ends, as in Lucene.
    return `${name} regex ${quote(patternText(pattern, '.*', '.', cased ? escapeRegex : foldRegex))}`;
  }

  protected equals(value: number | boolean, place: NativeField, scope: LeafScope): Rendered {
    return this.map === UNMAPPED ? `${place.name} == ${value}` : this.text(exactly(String(value)), false, place, scope);
  }

  protected compare({ operator, value }: TestOf<'compare'>, place: NativeField, scope: LeafScope): Rendered {
    return this.map === UNMAPPED || place.field.type === 'number'
      ? `${place.name} ${SIGNS[operator]} ${value}`
      : left(place, 'The field holds its numbers as text', scope);
  }

  /** EQL's expressions are Lucene's. */
  protected override regex(test: TestOf<'regex'>, place: NativeField, scope: LeafScope): Rendered {
    const { name, field } = place;
    if (field.type in LITERALS) return left(place, `A field of type ${field.type} takes no expressions`, scope);
    const term = regexTerm(test, name, new Place(this.map, this.ctx, scope.tolerance, scope.path));
    if ('clause' in term) return scope.tolerance === 'wider' && this.present(place);
    return `${name} regex ${quote(term.value.replace(/^[/"]|[/"]$/g, ''))}`;
  }

  protected override placeholder(test: TestOf<'placeholder'>, place: NativeField, scope: LeafScope): Rendered {
    scope.placeholder(test.name);
    return super.placeholder(test, place, scope);
  }

  protected override keyword(_test: ValueTest, scope: LeafScope): Rendered {
    return scope.leaveOut('test_dropped', 'EQL cannot search an event as a whole: the keyword was left out.');
  }

  protected override unsayable({ op }: ValueTest, place: NativeField, scope: LeafScope): Rendered {
    return left(place, `EQL has no test "${op}" on a field of type ${place.field.type}`, scope);
  }
}

/** A field's name; `?` before it says that an index may lack the field, which is an error otherwise. */
export function fieldName(name: string, { mapped }: MappedField, map: LuceneMap): string {
  const written = PLAIN_NAME.test(name) ? name : `\`${name.replaceAll('`', '``')}\``;
  return mapped || map === UNMAPPED ? written : optional(written);
}

function optional(name: string): string {
  return name.startsWith('?') ? name : `?${name}`;
}

function quote(text: string): string {
  return doubleQuoted(text, (code) => `\\u{${code}}`);
}

/** A pattern with EQL's wildcards; undefined where the text holds one of their signs, since they cannot be escaped. */
function wildcardText(pattern: Pattern): string | undefined {
  const escapes = pattern.parts.some((part) => typeof part === 'string' && /[*?]/.test(part));
  return escapes ? undefined : quote(patternText(pattern, '*', '?', String));
}

function left({ name }: NativeField, why: string, scope: LeafScope): Rendered {
  return scope.leaveOut('test_dropped', `${why}: the test on ${name} was left out.`);
}
