import { isName } from '../../characters.js';
import type { MappedField, ResolvedMap } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { escapeRegex, patternText } from '../../convert/text/patterns.js';
import type { TestOf } from '../../convert/text/tests.js';
import { numberOrNothing } from '../../convert/text/tokens.js';
import { type TypedTokens, TypedWriter } from '../../convert/text/typed-writer.js';
import type { BooleanSyntax, Rendered } from '../../convert/walk.js';
import { ANY, type Pattern } from '../../model/pattern.js';

/** XQL's operators; no page says which binds more, so that every group has parentheses. */
export const SYNTAX: BooleanSyntax = {
  and: ' and ',
  or: ' or ',
  not: (operand) => `not ${operand}`,
  notGroupsAtoms: true,
  alwaysGroup: true,
};

/** A plain string takes every sign as it is, but a star is a wildcard and a quotation mark its end. */
const PLAIN = /^[^"*\p{Cc}]*$/u;

/** A text with stars as wildcards; undefined where it has signs that such a string cannot hold. */
function wildcards(pattern: Pattern): string | undefined {
  const isPlain = pattern.parts.every((part) => part === ANY || (typeof part === 'string' && PLAIN.test(part)));
  return isPlain ? `"${patternText(pattern, '*', '', String)}"` : undefined;
}

/** A text as an expression. What could end the string, or not stand in it, is written by its number. */
function inString(expression: string): string {
  return expression.replace(/["\p{Cc}]/gu, (sign) => `\\x{${sign.charCodeAt(0).toString(16)}}`);
}

/** An expression of a pattern: `(?-i)` minds the letter case whatever the query's setting says. */
function patternExpression({ parts }: Pattern, cased: boolean): string {
  const inner = parts
    .map((part) => (part === ANY ? '.*' : typeof part === 'string' ? escapeRegex(part) : '.'))
    .join('');
  return `"${cased ? '(?s-i)' : '(?is)'}\\A${inString(inner)}\\z"`;
}

const TOKENS: TypedTokens = {
  language: 'XQL',
  present: (name) => `${name} != null`,
  absent: (name) => `${name} = null`,
  network: (name, network) => `${name} ${network.includes(':') ? 'incidr6' : 'incidr'} "${network}"`,
  list: { one: ' = ', several: ' in ' },
  listed: wildcards,
  equal: (name, value) => `${name} = ${value}`,
  text(name, pattern, cased) {
    const text = cased ? undefined : wildcards(pattern);
    return text === undefined ? `${name} ~= ${patternExpression(pattern, cased)}` : `${name} = ${text}`;
  },
  unread: new Set(),
  whole: {
    number: numberOrNothing,
  },
};

interface Place {
  readonly name: string;
  readonly field: MappedField;
}

/** Whether a field needs no quotes: a name, or a name within an object. */
function isPlainName(text: string): boolean {
  const [name = '', inner, ...more] = text.split(' -> ');
  return isName(name, '.') && (inner === undefined || isName(inner)) && more.length === 0;
}

/** Tests in XQL, over the fields of Cortex. */
export class XqlWriter extends TypedWriter<Place> {
  readonly syntax = SYNTAX;
  protected readonly tokens = TOKENS;

  constructor(
    private readonly map: ResolvedMap,
    ctx: ConversionContext,
  ) {
    super(ctx);
  }

  protected placesOf(name: string, scope: LeafScope): readonly Place[] {
    const field = fieldOf(name, this.map, this.ctx);
    if (field?.unsure !== undefined) scope.note('unsure_field', field.unsure);
    return field === undefined ? [] : field.names.map((native) => ({ name: native, field }));
  }

  protected override field(leaf: Parameters<TypedWriter<Place>['field']>[0], scope: LeafScope): Rendered {
    if (this.placesOf(leaf.field, scope).length > 0) return super.field(leaf, scope);
    return scope.leaveOut('test_dropped', `Cortex has no field for ${leaf.field}: the test was left out.`);
  }

  protected override regex({ source, flags }: TestOf<'regex'>, { name }: Place): Rendered {
    const own = [...flags].filter((flag) => 'ims'.includes(flag)).join('');
    const written = own.includes('i') ? `(?${own})` : `(?${own}-i)`;
    return `${name} ~= "${written}${inString(source)}"`;
  }
}

/** Where Cortex has a field; undefined where it has none, or one whose name cannot be written. */
export function fieldOf(name: string, map: ResolvedMap, { settings }: ConversionContext): MappedField | undefined {
  const mappedField = map.fields.get(name);
  if (mappedField !== undefined) return mappedField;
  const { convention } = map.scope as { readonly convention?: string };
  const isOpen = settings.pipeline === 'none' || !map.matched;
  const native = isOpen ? name : convention?.replace('{field}', name);
  if (native === undefined || !isPlainName(native)) return undefined;
  return { names: [native], type: 'string', casing: 'free', mapped: !isOpen };
}
