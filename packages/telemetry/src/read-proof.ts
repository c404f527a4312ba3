import type { SigmaEvent } from '@tripline/sigma';
import type { Checks, Fields } from './fault.js';
import { type ThingValue, VALUE_SLOT } from './fill.js';
import type { Row } from './log.js';
import type { Proof } from './prove.js';
import { isThing, NAMED_THINGS, THINGS, type Thing } from './vocabulary.js';

const PROOF: Fields = { name: 'may', value: 'needed', with: 'may', match: 'needed', 'no-match': 'needed' };
const VALUE: Fields = { name: 'may', value: 'needed' };

/**
 * The proof of a row. Its events hold what `base` holds, unless they say otherwise.
 * @param shared values for the things that the row's log narrows all rows by
 */
export function readProof(content: unknown, row: Row, base: SigmaEvent, shared: Proof['with'], checks: Checks): Proof {
  const given = checks.map(content, PROOF, 'proof');
  const own = Object.entries(checks.anyMap(given['with'] ?? {}, 'proof: with')).map(([name, value]) => {
    const thing = readThing(name, checks, 'proof: with');
    if (row.with[thing] === undefined)
      checks.fail(`proof has a value for ${name}, which the row does not narrow by`, 'Take it out, or add it to with');
    return [thing, readValue(value, thing, checks, `proof: with ${name}`)] as const;
  });
  const events = (value: unknown, part: string): readonly SigmaEvent[] => {
    const list = Array.isArray(value) ? value : [value];
    if (list.length === 0) checks.fail(`${part} has no event`, 'Write at least one');
    return list.map((event) => ({ ...base, ...readEvent(event, checks, part) }));
  };
  const { name, value } = readValue(
    { ...(given['name'] === undefined ? {} : { name: given['name'] }), value: given['value'] },
    row.thing,
    checks,
    'proof',
  );
  const noMatch = events(given['no-match'], 'no-match');
  const alone =
    Object.keys(row.selection).length === 1 &&
    Object.entries(row.selection).some(([key, text]) => !key.includes('|') && text === VALUE_SLOT);
  const text = String(value).toLowerCase();
  if (
    !alone &&
    !noMatch.some((event) =>
      JSON.stringify(Object.values(event)).toLowerCase().includes(JSON.stringify(text).slice(1, -1)),
    )
  )
    checks.fail(
      'no event of no-match holds the value',
      'Add one that holds it in another field, or of another deed: an unrelated event proves nothing',
    );
  return {
    ...(name === undefined ? {} : { name }),
    value,
    with: { ...shared, ...Object.fromEntries(own) },
    match: events(given['match'], 'match'),
    noMatch,
  };
}

/** A value of a proof: alone, or with its name. */
export function readValue(value: unknown, thing: Thing, checks: Checks, part: string): ThingValue {
  const scalar = (one: unknown): string | number =>
    typeof one === 'string' || typeof one === 'number'
      ? one
      : checks.fail(`${part} has a value that is no text or number`, 'Write one, in quotes if YAML reads it otherwise');
  if (typeof value !== 'object') return { value: scalar(value) };
  const given = checks.map(value, VALUE, part);
  const name = given['name'];
  if (name === undefined) {
    if (NAMED_THINGS.has(thing)) checks.fail(`${part} has no name, and ${thing} has one`, 'Add name');
    return { value: scalar(given['value']) };
  }
  return { name: checks.text(name, `the name in ${part}`), value: scalar(given['value']) };
}

/** An event as a map. */
export function readEvent(value: unknown, checks: Checks, part: string): SigmaEvent {
  return checks.anyMap(value, part);
}

/** A kind of thing. */
export function readThing(value: unknown, checks: Checks, part: string): Thing {
  if (typeof value === 'string' && isThing(value)) return value;
  return checks.fail(
    `${part} has the unknown thing ${JSON.stringify(value)}`,
    `Things are ${Object.keys(THINGS).join(', ')}`,
  );
}
