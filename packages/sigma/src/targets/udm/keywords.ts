import type { ResolvedMap } from '../../convert/maps.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { anywhere } from '../../convert/text/patterns.js';
import type { ValueTest } from '../../model/condition.js';
import type { Dialect } from './dialect.js';
import { escapedForRegex } from './literal.js';
import { type Place, placeAt } from './place.js';
import { KEYWORD_PATHS } from './schema.js';

const RAW: Place = { path: 'raw', kind: 'string', repeated: false, inside: false };

/**
 * Where the whole event is searched. UDM search has `raw`, the log line before parsing. A rule only has parsed fields, so it searches those
 * in which the parser keeps the line's text.
 */
export function keywordPlaces(map: ResolvedMap | undefined, { rawSearch }: Dialect): readonly Place[] {
  if (rawSearch) return [RAW];
  const named = map?.scope['keywords'];
  return (Array.isArray(named) ? (named as readonly string[]) : KEYWORD_PATHS).map(placeAt);
}

/** Notes where keywords are looked for. */
export function noteKeywords(places: readonly Place[], { rawSearch }: Dialect, scope: LeafScope): void {
  if (rawSearch) {
    scope.ctx.note({
      code: 'query_syntax',
      message: 'Keywords are searched in the raw log (raw = …), which is slower than a search of UDM fields.',
    });
    return;
  }
  const paths = places.map(({ path }) => path).join(', ');
  const where = `A YARA-L rule cannot search the raw log: the keywords are looked for in ${paths}`;
  if (scope.tolerance === 'narrower') scope.note('test_dropped', `${where}, so that fewer events are left out.`);
  else scope.note('narrowed_keywords', `${where}; an event that has them elsewhere is missed.`);
}

/** A keyword may be anywhere in the text, whatever its own wildcards say about the ends; a number is a separate word. */
export function keywordTests(tests: readonly ValueTest[]): readonly ValueTest[] {
  return tests.map((test) => {
    if (test.op === 'string') return { ...test, pattern: anywhere(test.pattern) };
    if (test.op !== 'number') return test;
    return { op: 'regex', source: `\\b${escapedForRegex(String(test.value))}\\b`, flags: '' };
  });
}
