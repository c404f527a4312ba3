import { loadTaxonomy } from '../catalogue/taxonomy.js';
import type { Logsource } from '../model/rule.js';
import { remembered } from '../remembered.js';
import { logsourceKey, type MapFamily, mappedLogsources, type ResolvedMap } from './maps.js';
import type { Note } from './note.js';
import type { ConversionContext } from './target.js';
import { logsourceName } from './text/tokens.js';

/** The text by which a target limits a query to a log source; the same text means the same events. */
export type ScopeText = (map: ResolvedMap, logsource: Logsource) => string;

/** The known log sources that have one scope. */
interface Group {
  readonly logsources: readonly Logsource[];
  readonly keys: ReadonlySet<string>;
  /** The key of the log source that the scope is exactly for. */
  readonly owner: string;
}

/** What is known of a family in one stack: the groups by scope, and the notes that were worked out. */
interface FamilyScopes {
  readonly text: ScopeText;
  readonly groups: ReadonlyMap<string, Group>;
  /** By the rule's own object; null where there is nothing to note. */
  readonly notes: WeakMap<Logsource, Note | null>;
}

/** Log sources that a note names; of the others it gives the number. */
const NAMED_MAX = 4;

const NO_GROUP: Group = { logsources: [], keys: new Set(), owner: keyOf({}) };

const scopesOfMap = new WeakMap<ConversionContext['stackMap'], Map<MapFamily, FamilyScopes>>();

/** Notes the log sources that a query also searches, because the target has one scope for all of them. */
export function noteSharedScope(
  family: MapFamily,
  logsource: Logsource,
  text: ScopeText,
  ctx: ConversionContext,
): void {
  const scopes = scopesOf(family, text, ctx.stackMap);
  const note = remembered(scopes.notes, logsource, () => noteOf(logsource, ctx.stackMap(family, logsource), scopes));
  if (note !== null) ctx.note(note);
}

function noteOf(logsource: Logsource, map: ResolvedMap, { text, groups }: FamilyScopes): Note | null {
  if (!map.matched) return null;
  const scope = text(map, logsource);
  const group = groups.get(scope) ?? NO_GROUP;
  const own = keyOf(logsource);
  if (group.keys.size === 1 && group.keys.has(own)) return null;
  if (scope !== '' && group.owner === own) return null;
  const others = group.logsources.filter((other) => keyOf(other) !== own);
  if (scope !== '' && others.length === 0) return null;
  const message =
    scope === ''
      ? `Nothing tells the events of ${logsourceName(logsource)} from others: the query is not limited to them.`
      : `The scope of ${logsourceName(logsource)} is also that of ${listed(others)}: the query searches the events of all of them.`;
  return { code: 'shared_scope', message, part: 'logsource' };
}

function scopesOf(family: MapFamily, text: ScopeText, stackMap: ConversionContext['stackMap']): FamilyScopes {
  const byFamily = remembered(scopesOfMap, stackMap, () => new Map<MapFamily, FamilyScopes>());
  let scopes = byFamily.get(family);
  if (scopes?.text !== text) {
    scopes = { text, groups: groupsOf(family, text, stackMap), notes: new WeakMap() };
    byFamily.set(family, scopes);
  }
  return scopes;
}

function groupsOf(
  family: MapFamily,
  text: ScopeText,
  stackMap: ConversionContext['stackMap'],
): ReadonlyMap<string, Group> {
  const all = [...mappedLogsources(family), ...loadTaxonomy().logsources];
  const byScope = new Map<string, Map<string, Logsource>>();
  for (const [key, logsource] of new Map(all.map((each) => [keyOf(each), each]))) {
    const map = stackMap(family, logsource);
    if (!map.matched) continue;
    const scope = text(map, logsource);
    const group = byScope.get(scope);
    if (group === undefined) byScope.set(scope, new Map([[key, logsource]]));
    else group.set(key, logsource);
  }
  return new Map(
    [...byScope].map(([scope, byKey]): [string, Group] => {
      const logsources = [...byKey.values()];
      const owner = keyOf(ownerOf(logsources, family, stackMap) ?? {});
      return [scope, { logsources, keys: new Set(byKey.keys()), owner }];
    }),
  );
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

/** Rules write one log both with and without the category `application`: beside a service it tells no events from others. */
function keyOf({ product, category, service }: Logsource): string {
  const isTold = service === undefined || category?.toLowerCase() !== 'application';
  return logsourceKey(product, isTold ? category : undefined, service);
}

function listed(logsources: readonly Logsource[]): string {
  const names = logsources.slice(0, NAMED_MAX).map(logsourceName);
  const rest = logsources.length - names.length;
  if (rest > 0) return `${names.join(', ')} and ${rest} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
