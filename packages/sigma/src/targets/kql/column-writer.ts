import { withoutEnd, withoutStart } from '../../characters.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { TemplateWriter } from '../../convert/text/template-writer.js';
import type { TestOf } from '../../convert/text/tests.js';
import { booleanOrNothing, SIGNS } from '../../convert/text/tokens.js';
import type { Rendered } from '../../convert/walk.js';
import type { TimePart, ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { asText, type Column, definite, isNumeric } from './column.js';
import { isLetterless, numberLiteral, numberOfText, quoteString } from './literal.js';
import { patternTest, translateRegex } from './regex.js';
import { SYNTAX } from './syntax.js';
import { timeTest } from './time.js';
import { reduceToForm } from './value-form.js';
import { type ListKind, listsOf, listText } from './value-lists.js';

const REFERENCE = {
  equals: ['=~', '=='],
  startswith: ['startswith', 'startswith_cs'],
  endswith: ['endswith', 'endswith_cs'],
  contains: ['contains', 'contains_cs'],
} as const;

/** Tests on a column of one value. */
export abstract class ColumnWriter extends TemplateWriter<Column> {
  readonly syntax = SYNTAX;

  /** Values that can share an operator are collected where the first of them was, so that the rule's order is kept. */
  protected override parts(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    column: Column,
    scope: LeafScope,
  ): readonly Rendered[] {
    if (tests.length === 1 || join === 'all') return tests.map((test) => this.test(test, column, scope));
    const parts: (Rendered | { readonly kind: ListKind })[] = [];
    const lists = new Map<ListKind, Set<string>>();
    for (const [index, listed] of listsOf(column, tests).entries()) {
      if (listed === undefined) parts.push(this.test(tests[index] as ValueTest, column, scope));
      else {
        const [kind, member] = listed;
        const list = lists.get(kind);
        if (list === undefined) {
          lists.set(kind, new Set([member]));
          parts.push({ kind });
        } else list.add(member);
      }
    }
    return parts.map((part) =>
      typeof part === 'object' && 'kind' in part
        ? this.listed(column, part.kind, [...(lists.get(part.kind) ?? [])], scope)
        : part,
    );
  }

  private listed(column: Column, kind: ListKind, members: readonly string[], scope: LeafScope): string {
    if (kind === 'cidr4' || kind === 'cidr6') return networkTest(column, kind === 'cidr4' ? 4 : 6, members, scope);
    if (!kind.startsWith('time:')) return listText(column, kind, members);
    return timeTest(column, kind.slice('time:'.length) as TimePart, members.map(Number), scope);
  }

  protected text(pattern: Pattern, cased: boolean, column: Column, scope: LeafScope): Rendered {
    if (column.form !== 'value') {
      const reduced = reduceToForm(column, pattern, scope);
      return typeof reduced === 'boolean' ? reduced : this.text(reduced.pattern, cased, reduced.column, scope);
    }
    const { shape, literal } = pattern;
    if (shape === 'any') return this.present(column);
    if (shape !== 'exact') return patternTest(asText(column), pattern, cased);
    if (literal === '') return this.absent(column);
    const number = isNumeric(column.type) ? numberOfText(literal) : undefined;
    if (number !== undefined) return `${column.expression} == ${numberLiteral(number)}`;
    const flag = column.type === 'bool' ? booleanOrNothing(literal) : undefined;
    if (flag !== undefined) return `${column.expression} == ${flag}`;
    return `${asText(column)} ${cased || isLetterless(literal) ? '==' : '=~'} ${quoteString(literal)}`;
  }

  protected equals(value: number | boolean, column: Column, scope: LeafScope): Rendered {
    const { type, expression } = column;
    if (typeof value === 'boolean') {
      return type === 'bool' || type === 'unknown' ? `${expression} == ${value}` : `${asText(column)} =~ "${value}"`;
    }
    const text = String(value);
    if (column.form !== 'value') {
      return this.text({ parts: [text], shape: 'exact', literal: text }, false, column, scope);
    }
    if (isNumeric(type) || type === 'unknown') return `${expression} == ${numberLiteral(value)}`;
    return `${asText(column)} == ${quoteString(text)}`;
  }

  /** Kusto strings have no null: missing, null and empty are the same in a string column, and so is their test. */
  protected absent(column: Column): string {
    return `${holdsText(column) ? 'isempty' : 'isnull'}(${column.expression})`;
  }

  protected present(column: Column): string {
    return `${holdsText(column) ? 'isnotempty' : 'isnotnull'}(${column.expression})`;
  }

  protected compare({ operator, value }: TestOf<'compare'>, column: Column, { tolerance }: LeafScope): string {
    const { type, expression } = column;
    const left = isNumeric(type) || type === 'unknown' ? expression : `toreal(${expression})`;
    return definite(`${left} ${SIGNS[operator]} ${numberLiteral(value)}`, tolerance);
  }

  protected network({ version, network }: TestOf<'cidr'>, column: Column, scope: LeafScope): string {
    return networkTest(column, version, [quoteString(network)], scope);
  }

  protected override regex({ source, flags }: TestOf<'regex'>, column: Column, scope: LeafScope): Rendered {
    let searched = source;
    if (column.form !== 'value') {
      if (scope.tolerance === 'narrower' || column.form !== 'text') {
        return scope.leaveOut(
          'test_dropped',
          `${column.expression} does not hold the whole value, so the regular expression was left out.`,
        );
      }
      scope.note(
        'widened_regex',
        `${column.expression} holds the value among other text; anchors were removed where they stood at the ends.`,
      );
      const begun = withoutStart(source, '^');
      searched = begun.endsWith('\\$') ? begun : withoutEnd(begun, '$');
    }
    return `${asText(column)} matches regex ${quoteString(translateRegex(searched, flags))}`;
  }

  protected override reference(test: TestOf<'fieldref'>, column: Column, scope: LeafScope): Rendered {
    const [other] = this.placesOf(test.field, scope);
    if (other === undefined || column.form !== 'value' || other.form !== 'value') {
      return scope.leaveOut(
        'test_dropped',
        `The comparison with the field ${test.field} cannot be said on these columns.`,
      );
    }
    const operator = REFERENCE[test.match][test.cased ? 1 : 0];
    const asString = (one: Column) => (one.type === 'unknown' ? `tostring(${one.expression})` : asText(one));
    const comparison = `${asString(column)} ${operator} ${asString(other)}`;
    // In Kusto two missing fields are equal empty strings, while in the rule no value equals a missing one.
    return `(${this.present(test.match === 'equals' ? column : other)} and ${comparison})`;
  }

  protected override time(part: TimePart, values: readonly number[], column: Column, scope: LeafScope): string {
    return timeTest(column, part, values, scope);
  }

  protected override placeholder(test: TestOf<'placeholder'>, column: Column, scope: LeafScope): Rendered {
    scope.note(
      'placeholder',
      `Replace %${test.name}% in the query by the values it stands for, for example from a watchlist.`,
    );
    return super.placeholder(test, column, scope);
  }
}

function holdsText({ type }: Column): boolean {
  return type === 'string' || type === 'unknown' || type === 'dynamic';
}

function networkTest(column: Column, version: 4 | 6, networks: readonly string[], { tolerance }: LeafScope): string {
  const name = networks.length === 1 ? `ipv${version}_is_in_range` : `ipv${version}_is_in_any_range`;
  return definite(`${name}(${asText(column)}, ${networks.join(', ')})`, tolerance);
}
