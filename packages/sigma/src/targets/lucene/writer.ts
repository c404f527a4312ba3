import type { MappedField } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import { TestWriter } from '../../convert/text/test-writer.js';
import { isAbsence, isPresence } from '../../convert/text/tests.js';
import type { Rendered, Tolerance } from '../../convert/walk.js';
import type { FieldTest, KeywordTest, ValueTest } from '../../model/condition.js';
import { ANY } from '../../model/pattern.js';
import { joinParts, patternOf } from '../../parse/pattern.js';
import { escapeFieldName } from './escape.js';
import { kindOf, spreadKindOf } from './kinds.js';
import { placeOf } from './open-map.js';
import { exists, Place } from './place.js';
import { asWord } from './regex-term.js';
import type { LuceneMap } from './resolve.js';
import { LUCENE_SYNTAX } from './syntax.js';

/** A native name, escaped, and what the map says of it. */
interface Named {
  readonly name: string;
  readonly field: MappedField;
}

/** Tests in a query string. What a test becomes is decided by the type of its field (`kinds.ts`); values of one name stand behind it. */
export class LuceneWriter extends TestWriter<Named, Place> {
  readonly syntax = LUCENE_SYNTAX;

  constructor(
    private readonly map: LuceneMap,
    ctx: ConversionContext,
  ) {
    super(ctx);
  }

  protected override scopeOf({ path }: FieldTest | KeywordTest, tolerance: Tolerance): Place {
    return new Place(this.map, this.ctx, tolerance, path);
  }

  protected placesOf(name: string): readonly Named[] {
    const field = this.map.field(name);
    return field.names.map((native) => ({ name: escapeFieldName(native), field }));
  }

  /** A keyword search: a text is searched anywhere in the event's text, a number as a separate word. */
  protected keywords({ tests, join }: KeywordTest, place: Place): Rendered {
    const field = this.map.keywords;
    const wanted = tests.map((test): ValueTest => {
      if (test.op === 'string') return { ...test, pattern: patternOf(joinParts([[ANY], test.pattern.parts, [ANY]])) };
      return test.op !== 'number' || field.type === 'everywhere' ? test : asWord(test.value);
    });
    return this.overNames(wanted, join, field, place);
  }

  protected override field({ field: name, tests, join }: FieldTest, place: Place): Rendered {
    return this.overNames(tests, join, placeOf(name, this.map, place), place);
  }

  /** The tests of one field under its native names: those of one name stand together, and equal values of several are written once. */
  private overNames(tests: readonly ValueTest[], join: 'any' | 'all', field: MappedField, place: Place): Rendered {
    const names = field.names.map((name) => ({ name: escapeFieldName(name), field }));
    const [only] = names;
    if (names.length === 1 && only !== undefined && spreadKindOf(field.type) === undefined) {
      return this.atPlace(tests, join, only, place);
    }
    if (join === 'any') return this.anyOf(tests, names, field, place);
    return this.join(
      'all',
      tests.map((test) => this.anyOf([test], names, field, place)),
    );
  }

  /** Alternatives on a value that is in any of several fields, or spread over them. */
  private anyOf(tests: readonly ValueTest[], named: readonly Named[], field: MappedField, place: Place): Rendered {
    const names = named.map(({ name }) => name);
    // A field is absent only when all its names are, so this cannot be written name by name.
    const parts: Rendered[] = [];
    const valued: ValueTest[] = [];
    for (const test of tests) {
      if (isAbsence(test)) parts.push(absent(names));
      else if (isPresence(test)) parts.push(exists(names));
      else valued.push(test);
    }
    const spread = spreadKindOf(field.type);
    if (spread !== undefined) {
      parts.unshift(
        ...groupByName(
          valued.map((test) => spread(test, names, field, place)),
          names,
        ),
      );
    } else if (valued.length > 0) parts.unshift(...this.eachName(valued, named, place));
    return this.join('any', parts);
  }

  private eachName(tests: readonly ValueTest[], named: readonly Named[], place: Place): readonly Rendered[] {
    const { values, parts } = termsOf(tests, named[0] as Named, place);
    if (parts.length > 0) return named.map((one) => this.atPlace(tests, 'any', one, place));
    return named.map(({ name }) => behindName(name, values, LUCENE_SYNTAX.or));
  }

  protected override parts(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    named: Named,
    place: Place,
  ): readonly Rendered[] {
    const { values, parts } = termsOf(tests, named, place);
    if (values.length === 0) return parts;
    return [behindName(named.name, values, join === 'all' ? LUCENE_SYNTAX.and : LUCENE_SYNTAX.or), ...parts];
  }

  protected test(test: ValueTest, named: Named, place: Place): Rendered {
    return this.join('any', this.parts([test], 'any', named, place));
  }
}

/** The terms for tests on one name: values to follow it, and clauses of their own. */
function termsOf(
  tests: readonly ValueTest[],
  { name, field }: Named,
  place: Place,
): { readonly values: readonly string[]; readonly parts: readonly Rendered[] } {
  const kind = kindOf(field.type);
  const values: string[] = [];
  const parts: Rendered[] = [];
  for (const test of tests) {
    const known = isAbsence(test) || isPresence(test) ? presence(isAbsence(test), name, field, place) : undefined;
    const term = known === undefined ? kind(test, name, field, place) : { clause: known };
    if (!('value' in term)) {
      if (known !== undefined || typeof term.clause !== 'string' || !parts.includes(term.clause))
        parts.push(term.clause);
    } else if (!values.includes(term.value)) values.push(term.value);
  }
  return { values, parts };
}

/** Whether a field has a value, or none. */
function presence(absence: boolean, name: string, field: MappedField, place: Place): Rendered {
  if (field.type === 'element') {
    place.note(
      'pairing_lost',
      'The product keeps the values in one array without their positions: one of them cannot be asked for.',
    );
    // Presence of one element can only be tested on the array as a whole: wider for presence, narrower for absence.
    if (absence === (place.tolerance === 'wider')) return absence;
  }
  return absence ? absent([name]) : `_exists_:${name}`;
}

function absent(names: readonly string[]): Rendered {
  const present = exists(names);
  const text = typeof present === 'string' ? present : `(${(present as { text: string }).text})`;
  return { text: `NOT ${text}`, operator: 'not', operand: text };
}

/** Groups the values that follow the same name. */
function groupByName(parts: readonly Rendered[], names: readonly string[]): readonly Rendered[] {
  const values = new Map<string, string[]>();
  const others: Rendered[] = [];
  for (const part of parts) {
    const name = typeof part === 'string' ? names.find((candidate) => part.startsWith(`${candidate}:`)) : undefined;
    if (typeof part !== 'string' || name === undefined) {
      others.push(part);
      continue;
    }
    const value = part.slice(name.length + 1);
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else if (!known.includes(value)) known.push(value);
  }
  return [...[...values].map(([name, found]) => behindName(name, found, LUCENE_SYNTAX.or)), ...others];
}

function behindName(name: string, values: readonly string[], operator: string): string {
  return values.length === 1 ? `${name}:${values[0]}` : `${name}:(${values.join(operator)})`;
}
