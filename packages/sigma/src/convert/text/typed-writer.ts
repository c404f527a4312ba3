import type { ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import type { MappedField } from '../maps.js';
import type { Rendered } from '../walk.js';
import type { LeafScope } from './leaf-scope.js';
import { exactly } from './patterns.js';
import { isAbsence, spelled, type TestOf } from './tests.js';
import { type TestTokens, TokenWriter } from './token-writer.js';
import { SIGNS } from './tokens.js';

/** A native field, and what the map says of it. */
interface TypedPlace {
  readonly name: string;
  readonly field: MappedField;
}

/** What a language writes around names and values, by the types of fields in the maps. */
export interface TypedTokens extends TestTokens {
  /** The language's name, for notes. */
  readonly language: string;
  /** Types that the language cannot ask. */
  readonly unread: ReadonlySet<string>;
  /** Types that take whole values only: a value as it is written; undefined for a text that is none. */
  readonly whole: Readonly<Record<string, (literal: string) => string | undefined>>;
  /** "The value is this", of a value as it is written. */
  equal(name: string, value: string): string;
  /** A text with wildcards. */
  text(name: string, pattern: Pattern, cased: boolean): string;
  /** A text in a list of texts in any letter case; undefined where it must stand by itself. */
  listed(pattern: Pattern): string | undefined;
}

/**
 * A writer of a language that asks fields by their types, and in which a comparison with a missing field is neither true nor false. What it
 * cannot ask is left out with a note.
 */
export abstract class TypedWriter<Place extends TypedPlace> extends TokenWriter<Place> {
  protected abstract override readonly tokens: TypedTokens;

  /** What stands under a `not` asks for the field first. */
  protected override atPlace(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    place: Place,
    scope: LeafScope,
  ): Rendered {
    const { values } = place.field;
    const native = values === undefined ? tests : tests.map((test) => spelled(test, values));
    const written = super.atPlace(native, join, place, scope);
    if (scope.tolerance === 'wider' || tests.some(isAbsence)) return written;
    return this.join('all', [this.present(place), written]);
  }

  protected override test(test: ValueTest, place: Place, scope: LeafScope): Rendered {
    const { type } = place.field;
    if (this.tokens.unread.has(type)) return this.unsayable(test, place, scope);
    if (test.op !== 'regex' || !(type in this.tokens.whole)) return super.test(test, place, scope);
    return leaveOut(`A field of type ${type} takes no expressions`, place, scope);
  }

  protected override listedValue(test: ValueTest, { field }: Place): string | undefined {
    const { listed, unread, whole } = this.tokens;
    if (unread.has(field.type) || field.type in whole || test.op !== 'string' || test.cased) return undefined;
    return test.pattern.shape === 'any' || test.pattern.parts.length === 0 ? undefined : listed(test.pattern);
  }

  protected text(pattern: Pattern, cased: boolean, place: Place, scope: LeafScope): Rendered {
    const { name, field } = place;
    const wholeValue = this.tokens.whole[field.type];
    if (wholeValue === undefined) return this.tokens.text(name, pattern, cased);
    const value = pattern.shape === 'exact' ? wholeValue(pattern.literal) : undefined;
    if (value !== undefined) return this.tokens.equal(name, value);
    return leaveOut(`A field of type ${field.type} takes whole values of its type only`, place, scope);
  }

  /** Without maps a field has the type of the value. */
  private get isUntyped(): boolean {
    return this.ctx.settings.pipeline === 'none';
  }

  protected equals(value: number | boolean, place: Place, scope: LeafScope): Rendered {
    if (this.isUntyped) return this.tokens.equal(place.name, String(value));
    return this.text(exactly(String(value)), false, place, scope);
  }

  protected compare({ operator, value }: TestOf<'compare'>, place: Place, scope: LeafScope): Rendered {
    if (this.isUntyped || place.field.type === 'number') return `${place.name} ${SIGNS[operator]} ${value}`;
    return leaveOut('The field holds its numbers as text', place, scope);
  }

  protected override placeholder(test: TestOf<'placeholder'>, place: Place, scope: LeafScope): Rendered {
    scope.placeholder(test.name);
    return super.placeholder(test, place, scope);
  }

  protected override keyword(_test: ValueTest, scope: LeafScope): Rendered {
    const message = `${this.tokens.language} cannot search an event as a whole: the keyword was left out.`;
    return scope.leaveOut('test_dropped', message);
  }

  protected override unsayable({ op }: ValueTest, place: Place, scope: LeafScope): Rendered {
    const { language } = this.tokens;
    return leaveOut(`${language} has no test "${op}" on a field of type ${place.field.type}`, place, scope);
  }
}

function leaveOut(why: string, { name }: TypedPlace, scope: LeafScope): boolean {
  return scope.leaveOut('test_dropped', `${why}: the test on ${name} was left out.`);
}
