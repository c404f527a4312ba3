import type { FieldTest, KeywordTest, ValueTest } from '../../model/condition.js';
import type { NoteCode } from '../note.js';
import type { ConversionContext } from '../target.js';
import { type BooleanSyntax, joinRendered, type LeafRenderer, type Rendered, type Tolerance } from '../walk.js';
import { LeafScope } from './leaf-scope.js';
import { partsTests, type ValueSplit } from './split.js';
import { isAbsence, isPresence } from './tests.js';

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

  /** How a field's value is split over its places; undefined where each of them has the whole. */
  protected splitOf(_field: string): ValueSplit | undefined {
    return undefined;
  }

  /** Tests on the event as a whole. */
  protected abstract keywords(leaf: KeywordTest, scope: Scope): Rendered;

  protected field({ field, tests, join }: FieldTest, scope: Scope): Rendered {
    const places = this.placesOf(field, scope);
    const split = this.splitOf(field);
    if (split !== undefined) {
      const whole = (test: ValueTest) =>
        isAbsence(test) || isPresence(test) ? this.atPlaces([test], 'any', places, scope) : undefined;
      return this.together(tests, join, whole, (valued) => this.inParts(valued, places, split, scope));
    }
    return this.atPlaces(tests, join, places, scope);
  }

  private atPlaces(tests: readonly ValueTest[], join: 'any' | 'all', places: readonly Place[], scope: Scope): Rendered {
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

  /**
   * Tests of one field, those that ask for a value together: `valued` writes them, and `whole` each test that is of all places at once, such
   * as one for absence; it gives undefined for the others.
   */
  protected together(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    whole: (test: ValueTest) => Rendered | undefined,
    valued: (tests: readonly ValueTest[]) => readonly Rendered[],
  ): Rendered {
    if (join === 'all' && tests.length > 1) {
      const parts = tests.map((test) => this.together([test], 'any', whole, valued));
      return this.join('all', parts);
    }
    const asked: ValueTest[] = [];
    const parts: Rendered[] = [];
    for (const test of tests) {
      const written = whole(test);
      if (written === undefined) asked.push(test);
      else parts.push(written);
    }
    return this.join('any', asked.length === 0 ? parts : [...valued(asked), ...parts]);
  }

  /** Tests that ask for a value whose parts are at the places. */
  protected inParts(
    tests: readonly ValueTest[],
    places: readonly Place[],
    split: ValueSplit,
    scope: Scope,
  ): readonly Rendered[] {
    return partsTests(tests, places, split, {
      on: (own, join, place) => this.atPlace(own, join, place, scope),
      present: (place) => this.present(place, scope),
      absent: (place) => this.absent(place, scope),
      join: (join, parts) => this.join(join, parts),
      lost: (lost, code, message) => this.lost(lost, code, message, scope),
    });
  }

  /** What remains of a test that cannot be said of the parts of a value. */
  protected lost(_places: readonly Place[], code: NoteCode, message: string, scope: Scope): Rendered {
    return scope.leaveOut(code, message);
  }

  /** "The place has a value." */
  protected abstract present(place: Place, scope: Scope): Rendered;

  /** "The place has no value." */
  protected abstract absent(place: Place, scope: Scope): Rendered;

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
