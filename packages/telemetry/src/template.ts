import type { Checks } from './fault.js';
import { hasModifier, holdsValue, NAME_SLOT, VALUE_SLOT } from './fill.js';
import type { Template, TemplateScalar } from './log.js';
import { NAMED_THINGS, type Thing } from './vocabulary.js';

/** Modifiers that a template may use: those under which a value stays a literal text or number. */
const MODIFIERS: ReadonlySet<string> = new Set([
  'contains',
  'startswith',
  'endswith',
  'all',
  'cased',
  'cidr',
  'exists',
  'gt',
  'gte',
  'lt',
  'lte',
]);

/** The fields that a log is known to have. A name that ends in `.*` stands for all fields below it. */
export interface KnownFields {
  has(field: string): boolean;
}

/** The known fields of a log: those of the taxonomy, and those that its file names. */
export function knownFields(taxonomy: ReadonlySet<string> | undefined, own: readonly string[]): KnownFields {
  const exact = new Set([...(taxonomy ?? []), ...own]);
  const open = own.filter((name) => name.endsWith('.*')).map((name) => name.slice(0, -1));
  return { has: (field) => exact.has(field) || open.some((prefix) => field.startsWith(prefix)) };
}

/**
 * Checks the template of a thing: fields that the log has, modifiers, and slots: the value's in one place, the name's where the thing has a
 * name and only there.
 */
export function checkTemplate(
  value: unknown,
  thing: Thing,
  fields: KnownFields,
  checks: Checks,
  part: string,
): Template {
  const template = checks.anyMap(value, part) as Template;
  const texts = Object.entries(template).flatMap(([key, one]) => {
    checkKey(key, fields, checks, part);
    const list = (Array.isArray(one) ? one : [one]) as readonly TemplateScalar[];
    for (const text of list) checkScalar(key, text, checks, part);
    return [key, ...list];
  });
  const held = Object.entries(template).filter(([, one]) => (Array.isArray(one) ? one : [one]).some(holdsValue));
  if (held.length !== 1)
    checks.fail(
      `${part} has ${held.length === 0 ? 'no slot' : 'more than one field with the slot'} ${VALUE_SLOT}`,
      `Put ${VALUE_SLOT} where the log holds the thing, in one field`,
    );
  const named = texts.some((text) => String(text).includes(NAME_SLOT));
  if (named !== NAMED_THINGS.has(thing))
    checks.fail(
      `${part} ${named ? 'has' : 'lacks'} the slot ${NAME_SLOT}, and ${thing} ${named ? 'has no' : 'has a'} name`,
      `${named ? 'Take out' : 'Put in'} ${NAME_SLOT}`,
    );
  return template;
}

function checkKey(key: string, fields: KnownFields, checks: Checks, part: string): void {
  const [field = '', ...modifiers] = key.split('|');
  for (const modifier of modifiers) {
    if (!MODIFIERS.has(modifier))
      checks.fail(`${part} has the modifier ${modifier}`, `A template takes only ${[...MODIFIERS].join(', ')}`);
  }
  // A key of modifiers alone searches the whole event.
  if (field === '' ? modifiers.length > 0 : fields.has(field)) return;
  checks.fail(
    `${part} has the field ${field}, which no public rule for this log has`,
    'Write it as the taxonomy of packages/sigma does, or, if its producer documents it, add it to fields of this file',
  );
}

function checkScalar(key: string, value: unknown, checks: Checks, part: string): void {
  if (!['string', 'number', 'boolean'].includes(typeof value))
    checks.fail(`${part} has a value of ${key} that is no text, number or truth`, 'Write one value or a list of them');
  if (typeof value !== 'string') return;
  if (value === '') checks.fail(`${part} has an empty value of ${key}`, 'Leave it out, or use exists');
  const literal = [VALUE_SLOT, NAME_SLOT].reduce((text, slot) => text.replaceAll(slot, ''), value);
  // Only what looks like a slot: GUIDs and JSON have braces too.
  const slot = literal.split('{').find((piece, at) => at > 0 && isWord(piece.slice(0, piece.indexOf('}'))));
  if (slot !== undefined && literal.includes('}'))
    checks.fail(
      `${part} has the unknown slot {${slot.slice(0, slot.indexOf('}'))}}`,
      `Slots are ${VALUE_SLOT} and ${NAME_SLOT}`,
    );
  if (holdsValue(value) && value !== VALUE_SLOT && hasModifier(key, 'cidr'))
    checks.fail(`${part} adds to a range`, `Write ${VALUE_SLOT} alone`);
}

const LETTERS = new Set('abcdefghijklmnopqrstuvwxyz-');

function isWord(text: string): boolean {
  return text !== '' && [...text].every((character) => LETTERS.has(character));
}
