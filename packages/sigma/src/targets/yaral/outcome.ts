import type { ConversionContext } from '../../convert/target.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource } from '../../model/rule.js';
import { leavesOf } from '../../parse/tree.js';
import { type Place, resolveField } from '../udm/place.js';
import { isRepeated, kindOfPath } from '../udm/schema.js';
import { pathName } from './name.js';
import type { Source } from './source.js';

/** Most outcome variables of a rule besides its score; the language allows 20. */
const OUTCOMES_MAX = 10;
/** The values that analysts need first of any event. */
const ALWAYS: readonly string[] = ['principal.hostname', 'principal.user.userid'];

/** The outcome lines of a rule that groups events, for those of its first source. */
export function groupedOutcomes(
  variable: string,
  [first]: readonly Source[],
  taken: Set<string>,
  ctx: ConversionContext,
): readonly string[] {
  return first?.kind === 'events' ? outcomeLines(variable, first.logsource, first.tree, true, taken, ctx) : [];
}

/**
 * Outcome lines that add an event's important values to the detection: host, user, and the paths that the rule tests. `grouped` says that
 * the rule has a match section, where every value is one of many events.
 */
export function outcomeLines(
  variable: string,
  logsource: Logsource,
  tree: Condition,
  grouped: boolean,
  taken: Set<string>,
  ctx: ConversionContext,
): readonly string[] {
  if (ctx.settings.pipeline === 'none') return [];
  const paths = new Set(ALWAYS);
  const map = ctx.fieldMap('udm', logsource);
  for (const leaf of leavesOf(tree)) {
    if (leaf.kind === 'keyword') continue;
    const { split, places } = resolveField(leaf.field, map);
    const { path } = places[0] as Place;
    if (split === 'hashes') paths.add(`${path}.sha256`);
    else if (path !== '' && kindOfPath(path) !== 'enum' && kindOfPath(path) !== 'timestamp') paths.add(path);
  }
  const lines: string[] = [];
  for (const path of paths) {
    if (taken.size >= OUTCOMES_MAX) break;
    const name = pathName(path);
    if (taken.has(name)) continue;
    taken.add(name);
    const value = `$${variable}.${path}`;
    lines.push(`$${name} = ${grouped || isRepeated(path) ? `array_distinct(${value})` : value}`);
  }
  return lines;
}
