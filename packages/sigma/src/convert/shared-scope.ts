import { loadTaxonomy } from '../catalogue/taxonomy.js';
import type { Logsource } from '../model/rule.js';
import { logsourceKey, type MapFamily, mappedLogsources, type ResolvedMap } from './maps.js';
import type { ConversionContext } from './target.js';
import { logsourceName } from './text/tokens.js';

/** The text by which a target limits a query to a log source; the same text means the same events. */
export type ScopeText = (map: ResolvedMap, logsource: Logsource) => string;

/** The known log sources by the scope that a target writes for them. */
type Groups = ReadonlyMap<string, readonly Logsource[]>;

/** Log sources that a note names; of the others it gives the number. */
const NAMED_MAX = 4;

const known = new WeakMap<ConversionContext['stackMap'], Map<string, { text: ScopeText; groups: Groups }>>();

/** Notes the log sources that a query also searches, because the target has one scope for all of them. */
export function noteSharedScope(
  family: MapFamily,
  logsource: Logsource,
  text: ScopeText,
  ctx: ConversionContext,
): void {
  const { stackMap } = ctx;
  const map = stackMap(family, logsource);
  if (!map.matched) return;
  const scope = text(map, logsource);
  const group = groupsOf(family, text, stackMap).get(scope) ?? [];
  const own = keyOf(logsource);
  const others = group.filter((other) => keyOf(other) !== own);
  if (others.length === 0 && isNamed(own, group)) return;
  if (scope !== '' && keyOf(ownerOf(group, family, stackMap) ?? {}) === own) return;
  ctx.note({
    code: 'shared_scope',
    message:
      scope === ''
        ? `Nothing tells the events of ${logsourceName(logsource)} from others: the query is not limited to them.`
        : `The scope of ${logsourceName(logsource)} is also that of ${listed(others)}: the query searches the events of all of them.`,
    part: 'logsource',
  });
}

function isNamed(own: string, group: readonly Logsource[]): boolean {
  return group.some((other) => keyOf(other) === own);
}

function groupsOf(family: MapFamily, text: ScopeText, stackMap: ConversionContext['stackMap']): Groups {
  let byFamily = known.get(stackMap);
  if (byFamily === undefined) {
    byFamily = new Map();
    known.set(stackMap, byFamily);
  }
  let entry = byFamily.get(family);
  if (entry?.text !== text) {
    const all = [...mappedLogsources(family), ...loadTaxonomy().logsources];
    const groups = new Map<string, Logsource[]>();
    for (const logsource of new Map(all.map((each) => [keyOf(each), each])).values()) {
      const map = stackMap(family, logsource);
      if (!map.matched) continue;
      const scope = text(map, logsource);
      const group = groups.get(scope);
      if (group === undefined) groups.set(scope, [logsource]);
      else group.push(logsource);
    }
    entry = { text, groups };
    byFamily.set(family, entry);
  }
  return entry.groups;
}

/**
 * The log source that a scope is exactly for: the first of the map file that all of the group are in, or else the one that the others are
 * parts of. Undefined where there is none.
 */
function ownerOf(
  group: readonly Logsource[],
  family: MapFamily,
  stackMap: ConversionContext['stackMap'],
): Logsource | undefined {
  const homes = new Set(group.map((logsource) => keyOf(stackMap(family, logsource).home ?? {})));
  const home = homes.size === 1 ? group.find((logsource) => homes.has(keyOf(logsource))) : undefined;
  return home ?? group.find((wide) => group.every((narrow) => isPartOf(narrow, wide)));
}

function isPartOf(narrow: Logsource, wide: Logsource): boolean {
  return (['product', 'category', 'service'] as const).every(
    (part) => wide[part] === undefined || wide[part]?.toLowerCase() === narrow[part]?.toLowerCase(),
  );
}

function keyOf({ product, category, service }: Logsource): string {
  return logsourceKey(product, category, service);
}

function listed(logsources: readonly Logsource[]): string {
  const names = logsources.slice(0, NAMED_MAX).map(logsourceName);
  const rest = logsources.length - names.length;
  if (rest > 0) return `${names.join(', ')} and ${rest} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
