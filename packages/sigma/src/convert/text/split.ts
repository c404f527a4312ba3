import type { ValueTest } from '../../model/condition.js';
import type { NoteCode } from '../note.js';
import type { Rendered } from '../walk.js';
import { HASHES_APART, type SplitTest } from './hashes.js';
import { splitAtBackslash } from './patterns.js';

/** How the tests of a value become tests on its parts; of an `account` the parts are its domain and its name. */
export type ValueSplit = 'account' | ((test: ValueTest) => SplitTest);

/** Writes tests on the parts of a value that a product keeps at several places. */
export interface PartsWriter<Place> {
  /** Tests on what one place has. */
  on(tests: readonly ValueTest[], join: 'any' | 'all', place: Place): Rendered;
  present(place: Place): Rendered;
  absent(place: Place): Rendered;
  join(join: 'any' | 'all', parts: readonly Rendered[]): Rendered;
  /** What remains of a test that cannot be said of the parts. */
  lost(places: readonly Place[], code: NoteCode, message: string): Rendered;
}

/** Tests that ask for a value of which each place has a part: those of one place stand together. */
export function partsTests<Place>(
  tests: readonly ValueTest[],
  places: readonly Place[],
  split: ValueSplit,
  writer: PartsWriter<Place>,
): readonly Rendered[] {
  if (split === 'account') return tests.map((test) => accountTest(test, places, writer));
  const gathered = new Map<Place, ValueTest[]>();
  const others: Rendered[] = [];
  for (const { join, parts } of tests.map(split)) {
    if (parts.length === 0) others.push(writer.lost(places, 'test_dropped', HASHES_APART));
    else if (join === 'all' && parts.length > 1) {
      const written = parts.map(([at, test]) => writer.on([test], join, places[at] as Place));
      others.push(writer.join(join, written));
    } else {
      for (const [at, test] of parts) {
        const place = places[at] as Place;
        gathered.set(place, [...(gathered.get(place) ?? []), test]);
      }
    }
  }
  return [...[...gathered].map(([place, own]) => writer.on(own, 'any', place)), ...others];
}

const SPLIT = 'The product splits an account into domain and name, so the query compares them one by one.';

/** A test on an account `DOMAIN\name`. */
function accountTest<Place>(test: ValueTest, places: readonly Place[], writer: PartsWriter<Place>): Rendered {
  const [domain, name] = places as readonly [Place, Place];
  const on = (place: Place, wanted: ValueTest = test) => writer.on([wanted], 'any', place);
  const lost = (code: NoteCode) => writer.lost([name], code, SPLIT);
  /** Events whose account is only a name that passes the test. */
  const withoutDomain = (): Rendered => writer.join('all', [on(name), writer.absent(domain)]);
  if (test.op !== 'string') {
    if (test.op === 'number') return withoutDomain();
    if (test.op === 'placeholder') return on(name);
    return lost(test.op === 'regex' ? 'widened_regex' : 'test_dropped');
  }
  const { pattern } = test;
  const halves = splitAtBackslash(pattern);
  if (halves !== undefined && halves !== 'several') {
    const [before, behind] = halves;
    const inDomain = before.shape === 'any' ? writer.present(domain) : on(domain, { ...test, pattern: before });
    if (behind.shape === 'any') return inDomain;
    return writer.join('all', [inDomain, on(name, { ...test, pattern: behind })]);
  }
  if (halves === 'several' || pattern.shape === 'mixed') return lost('widened_wildcard');
  switch (pattern.shape) {
    case 'endswith':
      return on(name);
    case 'contains':
      return writer.join('any', [on(domain), on(name)]);
    case 'startswith':
      // The beginning of the account is the beginning of its domain; of its name only where it has no domain.
      return writer.join('any', [on(domain), withoutDomain()]);
    default:
      return withoutDomain();
  }
}
