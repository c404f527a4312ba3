import type { ResolvedMap } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { exactly } from '../../convert/text/patterns.js';
import { TemplateWriter } from '../../convert/text/template-writer.js';
import { isAbsence, type TestOf } from '../../convert/text/tests.js';
import type { BooleanSyntax, Rendered } from '../../convert/walk.js';
import type { FieldTest, KeywordTest, TimePart, ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { absent, type Dialect, operand, present } from './dialect.js';
import { enumFits } from './enums.js';
import { comparesFields, noteComparison } from './fieldref.js';
import { keywordPlaces, keywordTests, noteKeywords } from './keywords.js';
import { compares, intFits } from './numbers.js';
import { type Field, noteField, type Place, resolveField, unsayable } from './place.js';
import { rawSearches } from './raw.js';
import { placeholderTest, regexTest } from './regex.js';
import { accountTest, hashPlaces, hashTest } from './split.js';
import { emptyText, fitsAny, translated } from './strings.js';
import { timeTest } from './time.js';

/** Tests on UDM paths, in a search or in a rule; without a `map` fields keep the rule's names. */
export class UdmWriter extends TemplateWriter<Place> {
  readonly syntax: BooleanSyntax;

  constructor(
    private readonly map: ResolvedMap | undefined,
    private readonly dialect: Dialect,
    ctx: ConversionContext,
  ) {
    super(ctx);
    this.syntax = dialect.syntax;
  }

  private find(name: string): Field {
    const field = resolveField(name, this.map);
    noteField(name, field, this.ctx);
    return field;
  }

  protected placesOf(name: string): readonly Place[] {
    return this.find(name).places;
  }

  /** All tests of a field are asked of one path before the next, so that their values share an expression. */
  protected override field({ field: name, tests, join }: FieldTest, scope: LeafScope): Rendered {
    const field = this.find(name);
    const whole = (test: ValueTest) => this.ofAllPlaces(test, field, scope);
    return this.together(tests, join, whole, (valued) => this.valued(valued, field, scope));
  }

  /** Absence, presence, or a comparison with another field; undefined for tests of values. */
  private ofAllPlaces(test: ValueTest, field: Field, scope: LeafScope): Rendered | undefined {
    if (isAbsence(test) || test.op === 'exists') {
      const places = field.split === 'hashes' ? hashPlaces(field) : field.places;
      const parts = places.map((place) => this.test(test, place, scope));
      return this.join(isAbsence(test) ? 'all' : 'any', parts);
    }
    if (test.op !== 'fieldref') return undefined;
    const other = this.find(test.field);
    const isInParts = ({ places, split }: Field) => split !== undefined || places.some(({ inside }) => inside);
    const [place] = field.places;
    if (place !== undefined && (isInParts(field) || isInParts(other))) {
      return unsayable('a comparison with a value that it keeps in parts, or beside others', place, scope);
    }
    noteComparison(this.dialect, scope);
    const compared = other.places.flatMap((right) =>
      field.places.map((left) => comparesFields(test, left, right, this.dialect, scope)),
    );
    return this.join('any', compared);
  }

  private valued(tests: readonly ValueTest[], field: Field, scope: LeafScope): readonly Rendered[] {
    const { dialect } = this;
    if (field.split === 'hashes') return tests.map((test) => hashTest(test, field, dialect, scope));
    if (field.split === 'account') {
      const write = (test: ValueTest, place: Place) => this.atPlace([test], 'any', place, scope);
      return tests.map((test) => accountTest(test, field, dialect, scope, write));
    }
    return field.places.map((place) => this.atPlace(tests, 'any', place, scope));
  }

  /** "One of the tests holds for this path": texts share an expression, and so do the parts of a time. */
  protected override atPlace(
    tests: readonly ValueTest[],
    _join: 'any' | 'all',
    place: Place,
    scope: LeafScope,
  ): Rendered {
    if (place.inside) {
      if (scope.tolerance === 'narrower') return unsayable('a value of its own', place, scope);
      scope.ctx.note({
        code: 'widened_wildcard',
        message: `${place.path} holds the value beside others in one text: it is looked for anywhere in it.`,
      });
    }
    const parts: Rendered[] = [];
    const uncased: Pattern[] = [];
    const cased: Pattern[] = [];
    let times: Map<TimePart, number[]> | undefined;
    for (const test of tests) {
      const pattern = textOfTest(test, place);
      if (pattern !== undefined) (test.op === 'string' && test.cased ? cased : uncased).push(pattern);
      else if (test.op === 'time') {
        times ??= new Map();
        times.set(test.part, [...(times.get(test.part) ?? []), test.value]);
      } else parts.push(this.test(test, place, scope));
    }
    for (const [part, values] of times ?? []) parts.push(this.time(part, values, place, scope));
    if (uncased.length > 0) parts.unshift(this.texts(uncased, false, place, scope));
    if (cased.length > 0) parts.unshift(this.texts(cased, true, place, scope));
    return this.join('any', parts);
  }

  private texts(patterns: readonly Pattern[], cased: boolean, place: Place, scope: LeafScope): Rendered {
    const { dialect } = this;
    switch (place.kind) {
      case 'enum':
        return enumFits(patterns, place, dialect, scope) ?? unsayable('a value without a UDM constant', place, scope);
      case 'int':
        return intFits(translated(patterns, place), place, dialect, scope);
      case 'bool':
      case 'timestamp':
        return unsayable('a text comparison', place, scope);
      default:
        return fitsAny(translated(patterns, place), cased, place, dialect);
    }
  }

  /** Only for the empty text: other texts share their expression. */
  protected text(_pattern: Pattern, _cased: boolean, place: Place, scope: LeafScope): Rendered {
    return emptyText(place, this.dialect, scope);
  }

  protected equals(value: number | boolean, place: Place): string {
    return `${operand(this.dialect, place)} = ${value}`;
  }

  /** A text that several fields share is there when only one of them is. */
  protected present(place: Place, scope: LeafScope): Rendered {
    if (place.inside && scope.tolerance === 'narrower') return unsayable('presence', place, scope);
    return present(place, this.dialect);
  }

  protected absent(place: Place, scope: LeafScope): Rendered {
    if (place.inside && scope.tolerance === 'wider') return unsayable('absence', place, scope);
    return absent(place, this.dialect);
  }

  protected compare(test: TestOf<'compare'>, place: Place, scope: LeafScope): Rendered {
    if (place.inside) return unsayable('a value of its own', place, scope);
    if (place.kind === 'enum' || place.kind === 'bool' || place.kind === 'timestamp') {
      return unsayable('a comparison by size', place, scope);
    }
    return compares(test, place, this.dialect);
  }

  protected network({ network }: TestOf<'cidr'>, place: Place, scope: LeafScope): Rendered {
    if (place.inside) return unsayable('a value of its own', place, scope);
    return `net.ip_in_range_cidr(${operand(this.dialect, place)}, "${network}")`;
  }

  protected override regex(test: TestOf<'regex'>, place: Place, scope: LeafScope): Rendered {
    return regexTest(test, place, this.dialect, scope);
  }

  protected override time(part: TimePart, values: readonly number[], place: Place, scope: LeafScope): Rendered {
    return timeTest(part, values, place, this.dialect, scope);
  }

  protected override placeholder(test: TestOf<'placeholder'>, place: Place, scope: LeafScope): Rendered {
    if (place.inside) return unsayable('a value of its own', place, scope);
    return placeholderTest(test, place, this.dialect, scope);
  }

  protected override keywords({ tests, join }: KeywordTest, scope: LeafScope): Rendered {
    const places = keywordPlaces(this.map, this.dialect);
    noteKeywords(places, this.dialect, scope);
    const anywhere = (some: readonly ValueTest[]) => places.map((place) => this.atPlace(some, 'any', place, scope));
    return this.together(
      keywordTests(tests),
      join,
      () => undefined,
      (some) =>
        this.dialect.rawSearch
          ? [rawSearches(some, scope, (each) => this.join('any', anywhere(each)))]
          : anywhere(some),
    );
  }
}

/** The text that a test asks for, where it can share an expression with others; numbers and booleans keep their type under `pipeline: none`. */
function textOfTest(test: ValueTest, place: Place): Pattern | undefined {
  if (test.op === 'string') return test.pattern.parts.length === 0 ? undefined : test.pattern;
  if (test.op === 'number') return place.kind === 'raw' ? undefined : exactly(String(test.value));
  if (test.op !== 'boolean' || place.kind === 'raw' || place.kind === 'bool') return undefined;
  return exactly(String(test.value));
}
