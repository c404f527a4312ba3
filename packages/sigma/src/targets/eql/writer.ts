import { isDigit, isWords, withoutAround } from '../../characters.js';
import type { MappedField } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { patternText } from '../../convert/text/patterns.js';
import type { ValueSplit } from '../../convert/text/split.js';
import type { TestOf } from '../../convert/text/tests.js';
import { booleanOrNothing, doubleQuoted, numberOrNothing } from '../../convert/text/tokens.js';
import { type TypedTokens, TypedWriter } from '../../convert/text/typed-writer.js';
import type { BooleanSyntax, Rendered } from '../../convert/walk.js';
import type { Pattern } from '../../model/pattern.js';
import { escapeRegex, foldRegex } from '../lucene/escape.js';
import { placeOf } from '../lucene/open-map.js';
import { type NativeField, nativeFields, splitOf } from '../lucene/parts.js';
import { Place } from '../lucene/place.js';
import { regexTerm } from '../lucene/regex-term.js';
import type { LuceneMap } from '../lucene/resolve.js';

/** EQL's operators. Negations and nested groups have parentheses, so that no reader needs their precedence. */
export const SYNTAX: BooleanSyntax = {
  and: ' and ',
  or: ' or ',
  not: (operand) => `not ${operand}`,
  notGroupsAtoms: true,
  alwaysGroup: true,
};

const TOKENS: TypedTokens = {
  language: 'EQL',
  present: (name) => `${optional(name)} != null`,
  absent: (name) => `${optional(name)} == null`,
  network: (name, network) => `cidrMatch(${name}, "${network}")`,
  list: { one: ' : ', several: ' : ' },
  listed: wildcards,
  equal: (name, value) => `${name} == ${value}`,
  text(name, pattern, cased) {
    if (pattern.shape === 'exact' && (cased || pattern.literal === '')) return `${name} == ${quote(pattern.literal)}`;
    const listed = wildcards(pattern);
    if (listed !== undefined) return `${name} ${cased ? 'like' : ':'} ${listed}`;
    // An expression is anchored at both ends, as in Lucene.
    return `${name} regex ${quote(patternText(pattern, '.*', '.', cased ? escapeRegex : foldRegex))}`;
  },
  // EQL reads no analysed text, no nested objects and no field by a wildcard.
  unread: new Set(['text', 'script', 'nested', 'everywhere']),
  whole: {
    ip: quote,
    number: numberOrNothing,
    boolean: booleanOrNothing,
  },
};

/** Tests in EQL, over the fields of the ECS maps. */
export class EqlWriter extends TypedWriter<NativeField> {
  readonly syntax = SYNTAX;
  protected readonly tokens = TOKENS;

  constructor(
    private readonly map: LuceneMap,
    ctx: ConversionContext,
  ) {
    super(ctx);
  }

  protected placesOf(name: string, scope: LeafScope): readonly NativeField[] {
    const field = placeOf(name, this.map, scope);
    return nativeFields(field, (native) => testedName(native, field, this.ctx));
  }

  protected override splitOf(name: string): ValueSplit | undefined {
    return splitOf(this.map.field(name));
  }

  /** EQL's expressions are Lucene's. */
  protected override regex(test: TestOf<'regex'>, place: NativeField, scope: LeafScope): Rendered {
    const term = regexTerm(test, place.name, new Place(this.map, this.ctx, scope.tolerance, scope.path));
    if ('clause' in term) return scope.tolerance === 'wider' && this.present(place);
    return `${place.name} regex ${quote(withoutAround(term.value, '/"'))}`;
  }
}

/** A field's name; `?` before it says that an index may lack the field, which is an error otherwise. */
export function eqlName(name: string, { mapped }: MappedField, { settings }: ConversionContext): string {
  const written = name.split('.').every((part) => isWords(part, '@') && !isDigit(part.charAt(0)))
    ? name
    : `\`${name.replaceAll('`', '``')}\``;
  return mapped || settings.pipeline === 'none' ? written : optional(written);
}

/**
 * A field's name in a test. The data of Windows events are fields of an index from the first event on that has them; until then a query that
 * names them plainly is an error. As keys of a join they stay plain: an optional key also joins events without it.
 */
function testedName(name: string, field: MappedField, ctx: ConversionContext): string {
  const written = eqlName(name, field, ctx);
  return ctx.settings.pipeline !== 'none' && name.startsWith('winlog.event_data.') ? optional(written) : written;
}

function optional(name: string): string {
  return name.startsWith('?') ? name : `?${name}`;
}

function quote(text: string): string {
  return doubleQuoted(text, (code) => `\\u{${code}}`);
}

/** A pattern with EQL's wildcards; undefined where the text holds one of their signs, since they cannot be escaped. */
function wildcards(pattern: Pattern): string | undefined {
  const escapes = pattern.parts.some((part) => typeof part === 'string' && (part.includes('*') || part.includes('?')));
  return escapes ? undefined : quote(patternText(pattern, '*', '?', String));
}
