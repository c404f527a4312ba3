import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { anywhere, exactly } from '../../convert/text/patterns.js';
import { joinRendered, type Rendered, textOf } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { UDM_SEARCH } from './dialect.js';
import { escapedForRegex } from './literal.js';

/** Characters that a raw search may have between its slashes or quotes (page on raw log search). */
const RAW_MAX = 150;
const RAW_SEARCHES = /raw = (?:\/((?:[^/\\]|\\.)*)\/|"((?:[^"\\]|\\.)*)")/g;

/**
 * "The log line has one of the texts", in as many raw searches as the product's bound asks for. `write` gives the search of some of the
 * texts.
 */
export function rawSearches(
  tests: readonly ValueTest[],
  scope: LeafScope,
  write: (tests: readonly ValueTest[]) => Rendered,
): Rendered {
  const searches: Rendered[] = [];
  let taken: ValueTest[] = [];
  let written: Rendered | undefined;
  for (const test of tests) {
    const longer = write([...taken, test]);
    if (fits(longer)) {
      taken.push(test);
      written = longer;
      continue;
    }
    if (written !== undefined) searches.push(written);
    const alone = taken.length === 0 ? longer : write([test]);
    taken = [];
    written = undefined;
    if (!fits(alone)) searches.push(shortened(test, scope, write));
    else {
      taken = [test];
      written = alone;
    }
  }
  if (written !== undefined) searches.push(written);
  return joinRendered('or', searches, UDM_SEARCH.syntax);
}

function fits(rendered: Rendered): boolean {
  if (typeof rendered === 'boolean') return true;
  return [...textOf(rendered).matchAll(RAW_SEARCHES)].every(
    ([, regex, literal]) => (regex ?? literal ?? '').length <= RAW_MAX,
  );
}

/** One text that is too long: its longest literal part, as far as it fits. Under a `not` it is left out. */
function shortened(test: ValueTest, scope: LeafScope, write: (tests: readonly ValueTest[]) => Rendered): Rendered {
  const what = `A raw search takes ${RAW_MAX} characters`;
  const literals = test.op === 'string' ? test.pattern.parts.filter((part) => typeof part === 'string') : [];
  const longest = literals.reduce((best, part) => (part.length > best.length ? part : best), '');
  if (test.op !== 'string' || longest === '' || scope.tolerance === 'narrower') {
    return scope.leaveOut('test_dropped', `${what}: a longer one was left out.`);
  }
  let kept = longest.slice(0, RAW_MAX);
  while (escapedForRegex(kept).length > RAW_MAX) kept = kept.slice(0, -1);
  scope.note('widened_wildcard', `${what}: of a longer text only the part "${kept}" is searched.`);
  return write([{ ...test, pattern: anywhere(exactly(kept)) }]);
}

/**
 * Whether a search has both raw texts and UDM fields. Google's page shows raw searches of one text, so what a mixed one does is not
 * promised there.
 */
export function isMixed(search: string): boolean {
  if (!search.includes('raw = ')) return false;
  const rest = search.replace(RAW_SEARCHES, '');
  return rest !== search && /[a-z]\.[a-z]/.test(rest.replace(/"(?:[^"\\]|\\.)*"/g, ''));
}
