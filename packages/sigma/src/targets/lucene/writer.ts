import type { MappedField } from '../../convert/maps.js';
import type { NoteCode } from '../../convert/note.js';
import type { ConversionContext } from '../../convert/target.js';
import { TestWriter } from '../../convert/text/test-writer.js';
import { isAbsence, isPresence } from '../../convert/text/tests.js';
import type { Rendered, Tolerance } from '../../convert/walk.js';
import type { FieldTest, KeywordTest, ValueTest } from '../../model/condition.js';
import { ANY } from '../../model/pattern.js';
import { joinParts, patternOf } from '../../parse/pattern.js';
import { escapeFieldName } from './escape.js';
import { kindOf } from './kinds.js';
import { placeOf } from './open-map.js';
import { type NativeField, nativeFields, splitOf } from './parts.js';
import { exists, Place, unsayable } from './place.js';
import { asWord } from './regex-term.js';
import type { LuceneMap } from './resolve.js';
import { LUCENE_SYNTAX } from './syntax.js';

/** Tests in a query string. What a test becomes is decided by the type of its field (`kinds.ts`); values of one name stand behind it. */
export class LuceneWriter extends TestWriter<NativeField, Place> {
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

  protected placesOf(name: string): readonly NativeField[] {
    return nativeFields(this.map.field(name), escapeFieldName);
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
    const fields = nativeFields(field, escapeFieldName);
    const split = splitOf(field);
    const [only] = fields;
    if (fields.length === 1 && only !== undefined && split === undefined) {
      return this.atPlace(tests, join, only, place);
    }
    const names = fields.map(({ name }) => name);
    // A field is absent only when all its names are, so this cannot be written name by name.
    const whole = (test: ValueTest) => (isAbsence(test) ? absent(names) : isPresence(test) ? exists(names) : undefined);
    return this.together(tests, join, whole, (valued) => {
      if (split === undefined) {
        // The names are of one type, so their values are the same texts.
        const { values, parts } = termsOf(valued, fields[0] as NativeField, place);
        if (parts.length > 0) return fields.map((one) => this.atPlace(valued, 'any', one, place));
        return names.map((name) => behindName(name, values, LUCENE_SYNTAX.or));
      }
      const written = valued.map((test) => this.join('any', this.inParts([test], fields, split, place)));
      return groupByName(written, names);
    });
  }

  protected override lost(fields: readonly NativeField[], code: NoteCode, message: string, place: Place): Rendered {
    const names = fields.map(({ name }) => name);
    return unsayable(names, place, code, message);
  }

  protected present({ name }: NativeField): Rendered {
    return exists([name]);
  }

  protected absent({ name }: NativeField): Rendered {
    return absent([name]);
  }

  protected override parts(
    tests: readonly ValueTest[],
    join: 'any' | 'all',
    named: NativeField,
    place: Place,
  ): readonly Rendered[] {
    const { values, parts } = termsOf(tests, named, place);
    if (values.length === 0) return parts;
    return [behindName(named.name, values, join === 'all' ? LUCENE_SYNTAX.and : LUCENE_SYNTAX.or), ...parts];
  }

  protected test(test: ValueTest, named: NativeField, place: Place): Rendered {
    return this.join('any', this.parts([test], 'any', named, place));
  }
}

/** The terms for tests on one name: values to follow it, and clauses of their own. */
function termsOf(
  tests: readonly ValueTest[],
  { name, field }: NativeField,
  place: Place,
): { readonly values: readonly string[]; readonly parts: readonly Rendered[] } {
  const kind = kindOf(field.type);
  const values = new Set<string>();
  const parts: Rendered[] = [];
  const clauses = new Set<Rendered>();
  for (const test of tests) {
    const known = isAbsence(test) || isPresence(test) ? presence(isAbsence(test), name, field, place) : undefined;
    const term = known === undefined ? kind(test, name, field, place) : { clause: known };
    if ('value' in term) {
      values.add(term.value);
    } else {
      if (known !== undefined || typeof term.clause !== 'string' || !clauses.has(term.clause)) parts.push(term.clause);
      clauses.add(term.clause);
    }
  }
  return { values: [...values], parts };
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
  const values = new Map<string, Set<string>>();
  const others: Rendered[] = [];
  for (const part of parts) {
    const name = typeof part === 'string' ? names.find((candidate) => part.startsWith(`${candidate}:`)) : undefined;
    if (typeof part !== 'string' || name === undefined) {
      others.push(part);
      continue;
    }
    const value = part.slice(name.length + 1);
    const known = values.get(name);
    if (known === undefined) values.set(name, new Set([value]));
    else known.add(value);
  }
  return [...[...values].map(([name, found]) => behindName(name, [...found], LUCENE_SYNTAX.or)), ...others];
}

function behindName(name: string, values: readonly string[], operator: string): string {
  return values.length === 1 ? `${name}:${values[0]}` : `${name}:(${values.join(operator)})`;
}
