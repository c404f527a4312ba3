import type { FieldTest, KeywordTest, ValueTest } from '../../model/condition.js';
import type { ConversionContext } from '../target.js';
import { type BooleanSyntax, joinRendered, type LeafRenderer, type Rendered, type Tolerance } from '../walk.js';
import { LeafScope } from './leaf-scope.js';
import { isAbsence } from './tests.js';

/**
 * Writes the leaves of a rule in one query language. `Place` is where a product has a field's value: a name, a column, a path. How tests,
 * places and absences combine is the same in all languages; `test` is the language's own.
 */
export abstract class TestWriter<Place, Scope extends LeafScope = LeafScope> {
  abstract readonly syntax: BooleanSyntax;

  constructor(protected readonly ctx: ConversionContext) {}

  /** The leaf renderer for the tree walk. */
  readonly leaf: LeafRenderer = (leaf, tolerance) => {
    const scope = this.scopeOf(leaf, tolerance);
    return leaf.kind === 'keyword' ? this.keywords(leaf, scope) : this.field(leaf, scope);
  };

  protected scopeOf({ path }: FieldTest | KeywordTest, tolerance: Tolerance): Scope {
    return new LeafScope(this.ctx, tolerance, path) as Scope;
  }

  /** Where the product may have the value of a rule's field. */
  protected abstract placesOf(field: string, scope: Scope): readonly Place[];

  /** Tests on the event as a whole. */
  protected abstract keywords(leaf: KeywordTest, scope: Scope): Rendered;

  protected field({ field, tests, join }: FieldTest, scope: Scope): Rendered {
    const places = this.placesOf(field, scope);
    // Most fields have one place.
    if (places.length === 1) return this.atPlace(tests, join, places[0] as Place, scope);
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
  protected atPlace(tests: readonly ValueTest[], join: 'any' | 'all', place: Place, scope: Scope): Rendered {
    if (tests.length === 1) return this.test(tests[0] as ValueTest, place, scope);
    return this.join(join, this.parts(tests, join, place, scope));
  }

  /** The operands of several tests at one place. Values that the language can list are gathered at the beginning. */
  protected parts(tests: readonly ValueTest[], join: 'any' | 'all', place: Place, scope: Scope): readonly Rendered[] {
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
  protected listedValue(_test: ValueTest, _place: Place, _scope: Scope): string | undefined {
    return undefined;
  }

  /** "The value is one of these." Only asked for values that `listedValue` gave. */
  protected list(_place: Place, _values: readonly string[]): Rendered {
    throw new TypeError('this language has no lists');
  }

  /** One test at one place. */
  protected abstract test(test: ValueTest, place: Place, scope: Scope): Rendered;

  protected join(join: 'any' | 'all', parts: readonly Rendered[]): Rendered {
    return joinRendered(join === 'any' ? 'or' : 'and', parts, this.syntax);
  }
}
