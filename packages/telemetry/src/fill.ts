import { escapeSigmaValue } from '@tripline/sigma';
import type { Row, Template, TemplateScalar } from './log.js';
import { NAMED_THINGS, NUMBER_THINGS, THINGS, type Thing } from './vocabulary.js';

/** A value of which only parts are known: what lies between two parts may be anything. */
export interface SplitValue {
  /** At least two literal texts; the first and the last may be empty, where the beginning or the end is not known. */
  readonly parts: readonly string[];
  /** Exactly one character stands between two parts. */
  readonly isByCharacter?: true;
}

/** A literal value for a slot. */
export type SlotValue = string | number | SplitValue;

/** What fills the slots of a thing: a value, or several of which any will do; a thing of two parts has a name besides. */
export interface ThingValue {
  readonly name?: string;
  readonly value: SlotValue | readonly SlotValue[];
}

/**
 * What fills the slots of a row: its own thing, and things of the same deed among those that the row has `with`. Several of one thing must all
 * hold, as several parameters of a call do.
 */
export interface RowValues extends ThingValue {
  readonly with?: Readonly<Partial<Record<Thing, ThingValue | readonly ThingValue[]>>>;
}

/** A selection of a Sigma rule: values by field and modifiers, all of which must hold. */
export type Selection = Readonly<Record<string, FilledScalar | readonly FilledScalar[]>>;

type FilledScalar = string | number | boolean;

/** The slot of a value. */
export const VALUE_SLOT = '{value}';
/** The slot of the name that a thing of two parts has. */
export const NAME_SLOT = '{name}';

/**
 * The selection of a row with its slots filled. Values are literal: wildcards of Sigma in them are escaped. Throws an `Error` that names the
 * row and the thing where a value is empty, is no number where the thing has only numbers, or lacks its name; where the row does not have
 * a thing of `with`; and where two things would ask for the same field in the same way.
 */
export function fillSelection(row: Row, values: RowValues): Selection {
  return filledBy(row, values, (pieces, between) => pieces.map(escapeSigmaValue).join(between));
}

/** Stands in an event where a value is known in parts only. */
const ANYTHING = 'x';

/** As {@link fillSelection}, with values as an event has them: nothing is escaped, and something stands between the parts of a value. */
export function fillValues(row: Row, values: RowValues): Selection {
  return filledBy(row, values, (pieces) => pieces.join(ANYTHING));
}

/** Writes the literal texts between which anything may stand. */
type Write = (pieces: readonly string[], between: '*' | '?') => string;

function filledBy(row: Row, values: RowValues, write: Write): Selection {
  const filled: Record<string, FilledScalar | readonly FilledScalar[]> = fillTemplate(
    row.selection,
    row.thing,
    values,
    { at: row.id, write },
  );
  for (const [thing, given] of Object.entries(values.with ?? {}) as [Thing, ThingValue | readonly ThingValue[]][]) {
    const template = row.with[thing];
    if (template === undefined) throw new Error(`${row.id}: has no ${thing} to narrow it with`);
    for (const value of isList(given) ? given : [given]) {
      for (const [key, texts] of Object.entries(fillTemplate(template, thing, value, { at: row.id, write }))) {
        if (Object.hasOwn(filled, key))
          throw new Error(`${row.id}: ${thing} asks for ${key}, which is asked for already: leave one out`);
        filled[key] = texts;
      }
    }
  }
  return filled;
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

/** One template with its slots filled. `at` begins the messages of errors. */
function fillTemplate(
  template: Template,
  thing: Thing,
  given: ThingValue,
  { at, write }: { readonly at: string; readonly write: Write },
): Record<string, FilledScalar | FilledScalar[]> {
  const place = `${at}: ${thing}`;
  const name = nameOf(thing, given, place);
  const alternatives = (Array.isArray(given.value) ? given.value : [given.value]) as readonly SlotValue[];
  if (alternatives.length === 0) throw new Error(`${place} has no value: give one`);
  for (const value of alternatives) checkValue(thing, value, place);
  const filled: Record<string, FilledScalar | FilledScalar[]> = {};
  for (const [key, texts] of Object.entries(template)) {
    const field = key.replaceAll(NAME_SLOT, name);
    const list = Array.isArray(texts) ? (texts as readonly TemplateScalar[]) : undefined;
    const written = (list ?? [texts as TemplateScalar]).flatMap((text) =>
      fillText(text, { thing, name, write }, alternatives),
    );
    if (alternatives.length > 1 && list !== undefined && hasModifier(key, 'all') && list.some(holdsValue))
      throw new Error(`${place} is one of several texts that must all be there: fill the row once for each value`);
    filled[field] = written.length === 1 && list === undefined ? (written[0] as FilledScalar) : written;
  }
  return filled;
}

/** A text for each alternative where it has the slot of the value, else itself. */
function fillText(
  text: TemplateScalar,
  { thing, name, write }: { readonly thing: Thing; readonly name: string; readonly write: Write },
  values: readonly SlotValue[],
): readonly FilledScalar[] {
  if (typeof text !== 'string') return [text];
  if (!holdsValue(text)) return [write([text.replaceAll(NAME_SLOT, name)], '*')];
  if (text === VALUE_SLOT && NUMBER_THINGS.has(thing)) return values.map(Number);
  return values.map((value) => {
    if (typeof value === 'number' && text === VALUE_SLOT) return value;
    const parts = typeof value === 'object' ? value.parts : [String(value)];
    const isByCharacter = typeof value === 'object' && value.isByCharacter === true;
    return write(literals(text, name, parts), isByCharacter ? '?' : '*');
  });
}

/** The literal texts between which anything may stand. The name is put into the template alone: a value that looks like a slot stays one. */
function literals(text: string, name: string, parts: readonly string[]): readonly string[] {
  const made: string[] = [''];
  const append = (more: string): void => {
    made.push((made.pop() ?? '') + more);
  };
  for (const [at, piece] of text.split(VALUE_SLOT).entries()) {
    if (at > 0) {
      append(parts[0] ?? '');
      made.push(...parts.slice(1));
    }
    append(piece.replaceAll(NAME_SLOT, name));
  }
  return made;
}

function nameOf(thing: Thing, { name }: ThingValue, place: string): string {
  if (!NAMED_THINGS.has(thing)) return '';
  if (name === undefined) throw new Error(`${place} has no name: it is ${THINGS[thing]}`);
  if (![...name].every(isNameCharacter) || name === '')
    throw new Error(`${place} cannot have the name ${JSON.stringify(name)}: letters, digits and . - _ [ ] only`);
  return name;
}

const NAME_CHARACTERS = new Set('abcdefghijklmnopqrstuvwxyz0123456789.-_[]');

/** Whether a character may stand in the name of a parameter. Others would be read as a modifier or a wildcard. */
function isNameCharacter(character: string): boolean {
  return NAME_CHARACTERS.has(character.toLowerCase());
}

function checkValue(thing: Thing, value: SlotValue, place: string): void {
  if (typeof value === 'object') {
    if (value.parts.length < 2 || value.parts.every((part) => part.trim() === ''))
      throw new Error(`${place} is known in parts of which none says anything: leave it out`);
    return;
  }
  const text = String(value).trim();
  if (text === '') throw new Error(`${place} is empty, which would match every event: leave it out`);
  if (NUMBER_THINGS.has(thing) && !Number.isSafeInteger(Number(text)))
    throw new Error(`${place} must be a whole number, and ${JSON.stringify(value)} is none`);
}

/** Whether a template's text has the slot of a value. */
export function holdsValue(text: TemplateScalar): boolean {
  return typeof text === 'string' && text.includes(VALUE_SLOT);
}

/** Whether a key of a selection has a modifier. */
export function hasModifier(key: string, modifier: string): boolean {
  return key.split('|').slice(1).includes(modifier);
}
