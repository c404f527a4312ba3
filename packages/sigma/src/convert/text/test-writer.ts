import type { FieldTest, KeywordTest, TimePart, ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import type { ConversionContext } from '../target.js';
import { type BooleanSyntax, joinRendered, type LeafRenderer, type Rendered } from '../walk.js';
import { LeafScope } from './leaf-scope.js';

/** A value test of one kind. */
export type TestOf<Op extends ValueTest['op']> = Extract<ValueTest, { op: Op }>;

/**
 * Writes the leaves of a rule in one query language. `Place` is where a product has a field's value: a name, a column, a path. A language
 * gives its templates for one test at one place; how places, values and absences combine is the same in all of them. What a language
 * cannot say, it leaves out: `unsayable`, unless it has a wider test.
 */
export abstract class TestWriter<Place> {
  abstract readonly syntax: BooleanSyntax;

  constructor(protected readonly ctx: ConversionContext) {}

  /** The leaf renderer for the tree walk. */
  readonly leaf: LeafRenderer = (leaf, tolerance) => {
    const scope = new LeafScope(this.ctx, tolerance, leaf.path);
    return leaf.kind === 'keyword' ? this.keywords(leaf, scope) : this.field(leaf, scope);
  };

  /** Where the product may have the value of a rule's field. */
  protected abstract placesOf(field: string, scope: LeafScope): readonly Place[];

  /** A test on the event as a whole. */
  protected abstract keyword(test: ValueTest, scope: LeafScope): Rendered;

  protected keywords({ tests, join }: KeywordTest, scope: LeafScope): Rendered {
    if (tests.length === 1) return this.keyword(tests[0] as ValueTest, scope);
    return this.join(
      join,
      tests.map((test) => this.keyword(test, scope)),
    );
  }

  protected field({ field, tests, join }: FieldTest, scope: LeafScope): Rendered {
    const places = this.placesOf(field, scope);
    return this.overPlaces(tests, join, places, (some, place) => this.atPlace(some, join, place, scope));
  }

  /**
   * Tests of a field whose value may be at several places: a test holds when it holds at any of them, and a value is missing only when it
   * is missing at all of them.
   */
  protected overPlaces<At>(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    places: readonly At[],
    write: (tests: readonly ValueTest[], place: At) => Rendered,
  ): Rendered {
    if (places.length === 1) return write(tests, places[0] as At);
    const parts = tests.map((test) =>
      this.join(
        isAbsence(test) ? 'all' : 'any',
        places.map((place) => write([test], place)),
      ),
    );
    return this.join(join, parts);
  }

  /** The tests of one field at one place. */
  protected atPlace(tests: readonly ValueTest[], join: 'any' | 'all', place: Place, scope: LeafScope): Rendered {
    if (tests.length === 1) return this.test(tests[0] as ValueTest, place, scope);
    return this.join(join, this.parts(tests, join, place, scope));
  }

  /** The operands of several tests at one place. Values that the language can list are gathered at the beginning. */
  protected parts(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    place: Place,
    scope: LeafScope,
  ): readonly Rendered[] {
    const listed: string[] = [];
    const parts: Rendered[] = [];
    for (const test of tests) {
      const value = join === 'any' ? this.listedValue(test, place, scope) : undefined;
      if (value === undefined) parts.push(this.test(test, place, scope));
      else listed.push(value);
    }
    if (listed.length > 0) parts.unshift(this.list(place, listed));
    return parts;
  }

  /** A test's value, where it may stand in a list; undefined where the test must be written by itself. */
  protected listedValue(_test: ValueTest, _place: Place, _scope: LeafScope): string | undefined {
    return undefined;
  }

  /** "The value is one of these." Only asked for values that `listedValue` gave. */
  protected list(_place: Place, _values: readonly string[]): Rendered {
    throw new TypeError('this language has no lists');
  }

  /** One test at one place. */
  protected test(test: ValueTest, place: Place, scope: LeafScope): Rendered {
    switch (test.op) {
      case 'string':
        if (test.pattern.shape === 'any') return this.present(place, scope);
        return this.text(test.pattern, test.cased, place, scope);
      case 'number':
      case 'boolean':
        return this.equals(test.value, place, scope);
      case 'null':
        return this.absent(place, scope);
      case 'exists':
        return test.value ? this.present(place, scope) : this.absent(place, scope);
      case 'compare':
        return this.compare(test, place, scope);
      case 'regex':
        return this.regex(test, place, scope);
      case 'cidr':
        return this.network(test, place, scope);
      case 'fieldref':
        return this.reference(test, place, scope);
      case 'time':
        return this.time(test.part, [test.value], place, scope);
      case 'placeholder':
        return this.placeholder(test, place, scope);
    }
  }

  protected abstract text(pattern: Pattern, cased: boolean, place: Place, scope: LeafScope): Rendered;
  protected abstract equals(value: number | boolean, place: Place, scope: LeafScope): Rendered;
  protected abstract present(place: Place, scope: LeafScope): Rendered;
  protected abstract absent(place: Place, scope: LeafScope): Rendered;
  protected abstract compare(test: TestOf<'compare'>, place: Place, scope: LeafScope): Rendered;
  protected abstract network(test: TestOf<'cidr'>, place: Place, scope: LeafScope): Rendered;

  protected regex(test: TestOf<'regex'>, place: Place, scope: LeafScope): Rendered {
    return this.unsayable(test, place, scope);
  }

  protected reference(test: TestOf<'fieldref'>, place: Place, scope: LeafScope): Rendered {
    return this.unsayable(test, place, scope);
  }

  /** "This part of the time is one of the values." */
  protected time(part: TimePart, values: readonly number[], place: Place, scope: LeafScope): Rendered {
    return this.unsayable({ op: 'time', part, value: values[0] as number }, place, scope);
  }

  /** A placeholder stands in the query as the text it is. */
  protected placeholder(test: TestOf<'placeholder'>, place: Place, scope: LeafScope): Rendered {
    return this.text(test.pattern, false, place, scope);
  }

  /** A test that the language cannot say. A language that says so in a note overrides this. */
  protected unsayable(_test: ValueTest, _place: Place, scope: LeafScope): Rendered {
    return scope.tolerance === 'wider';
  }

  protected join(join: 'any' | 'all', parts: readonly Rendered[]): Rendered {
    return joinRendered(join === 'any' ? 'or' : 'and', parts, this.syntax);
  }
}

/** Whether a test demands that a field is missing. */
export function isAbsence(test: ValueTest): boolean {
  return test.op === 'null' || (test.op === 'exists' && !test.value);
}

/** Whether a test demands only that a field has a value. */
export function isPresence(test: ValueTest): boolean {
  return (test.op === 'exists' && test.value) || (test.op === 'string' && test.pattern.shape === 'any');
}
