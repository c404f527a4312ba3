import type { ResolvedMap } from '../../convert/maps.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { KeywordTest, ValueTest } from '../../model/condition.js';
import { ANY, type Pattern, type PatternPart } from '../../model/pattern.js';
import { escapedForRegex } from './literal.js';
import type { Place } from './place.js';
import { isRepeated, KEYWORD_PATHS, kindOfPath } from './schema.js';
import type { TestScope } from './test-scope.js';
import { anyTest } from './tests.js';

const RAW: Place = { path: 'raw', kind: 'string', repeated: false, inside: false };

/**
 * A search of the whole event. UDM search has `raw`, the log line before parsing. A rule only has parsed fields, so it searches those in
 * which the parser keeps the line's text.
 */
export function keywordTest(leaf: KeywordTest, map: ResolvedMap | undefined, scope: TestScope): Rendered {
  const { syntax, rawSearch } = scope.dialect;
  const tests = leaf.tests.map(anywhere);
  const places = rawSearch ? [RAW] : keywordPlaces(map);
  if (rawSearch) {
    scope.ctx.note({
      code: 'query_syntax',
      message: 'Keywords are searched in the raw log (raw = …), which is slower than a search of UDM fields.',
    });
  } else {
    scope.ctx.note({
      code: 'test_dropped',
      message: `A YARA-L rule cannot search the raw log: the keywords are looked for in ${places
        .map((place) => place.path)
        .join(', ')}.`,
      part: scope.part,
    });
  }
  const anyPlace = (wanted: readonly ValueTest[]) =>
    joinRendered(
      'or',
      places.map((place) => anyTest(wanted, place, scope)),
      syntax,
    );
  if (leaf.join === 'any') return anyPlace(tests);
  return joinRendered(
    'and',
    tests.map((test) => anyPlace([test])),
    syntax,
  );
}

function keywordPlaces(map: ResolvedMap | undefined): readonly Place[] {
  const named = map?.scope['keywords'];
  const paths = Array.isArray(named) ? (named as readonly string[]) : KEYWORD_PATHS;
  return paths.map((path) => ({ path, kind: kindOfPath(path), repeated: isRepeated(path), inside: false }));
}

/** A keyword may be anywhere in the text, whatever its own wildcards say about the ends. */
function anywhere(test: ValueTest): ValueTest {
  if (test.op === 'string') return { ...test, pattern: surrounded(test.pattern) };
  // A number is a separate word.
  if (test.op === 'number') return { op: 'regex', source: `\\b${escapedForRegex(String(test.value))}\\b`, flags: '' };
  return test;
}

function surrounded(pattern: Pattern): Pattern {
  if (pattern.shape === 'any' || pattern.parts.length === 0) return { parts: [ANY], shape: 'any', literal: '' };
  const parts: PatternPart[] = [...pattern.parts];
  if (parts[0] !== ANY) parts.unshift(ANY);
  if (parts[parts.length - 1] !== ANY) parts.push(ANY);
  return {
    parts,
    shape: parts.length === 3 && typeof parts[1] === 'string' ? 'contains' : 'mixed',
    literal: pattern.literal,
  };
}
