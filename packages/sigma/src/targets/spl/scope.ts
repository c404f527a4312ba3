import type { ResolvedMap } from '../../convert/maps.js';
import type { IndexMacro } from '../../convert/target.js';
import type { Logsource } from '../../model/rule.js';
import { remembered } from '../../remembered.js';
import { quote, searchName } from './quote.js';

/**
 * A value in the scope of a Splunk map file. The scope names metadata or extracted fields and their values. `services` and `categories` add
 * fields for that service or category of the rule's log source; `prefixes` says where unmapped fields are. `unsure` is a sentence for a
 * note, where no published add-on confirms the map.
 */
type ScopeValue = string | number | readonly (string | number)[];
type ScopeFields = Readonly<Record<string, ScopeValue>>;

/** The terms that limit a search to a log source's events; `''` where no map knows it. */
interface SplScope {
  readonly text: string;
  readonly unsure?: string;
}

const rendered = new WeakMap<ResolvedMap, Map<string, SplScope>>();

/** The scope of a log source, computed once per map and log source. */
export function scopeOf(map: ResolvedMap, logsource: Logsource): SplScope {
  const scopes = remembered(rendered, map, () => new Map<string, SplScope>());
  // Only services and categories in the map itself are part of the key, so that the cache cannot grow with hostile names.
  const service = part(map, 'services', logsource.service);
  const category = part(map, 'categories', logsource.category);
  const key = `${service === undefined ? '' : logsource.service}|${category === undefined ? '' : logsource.category}`;
  return remembered(scopes, key, () => toScope({ ...(map.scope as ScopeFields), ...service, ...category }));
}

/** The scope with a macro in place of its index, where it has one. */
export function scopeWithMacro(map: ResolvedMap, logsource: Logsource, macro: IndexMacro): string {
  const index = map.scope['index'] as ScopeValue | undefined;
  const { text } = scopeOf(map, logsource);
  if (index === undefined) return text;
  const term = fieldsText({ index });
  return text.replace(term, () => `\`${macro(logsource, term)}\``);
}

function toScope({ unsure, services: _s, categories: _c, prefixes: _p, ...fields }: ScopeFields): SplScope {
  return { text: fieldsText(fields), ...(typeof unsure === 'string' ? { unsure } : {}) };
}

function part(map: ResolvedMap, kind: 'services' | 'categories', name: string | undefined): ScopeFields | undefined {
  const parts = map.scope[kind] as Readonly<Record<string, ScopeFields>> | undefined;
  return parts !== undefined && name !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined;
}

function fieldsText(fields: ScopeFields): string {
  return Object.entries(fields)
    .map(([name, value]) => {
      // An event has all the tags of its data model at once; every other list has alternatives.
      if (name === 'tag')
        return [value]
          .flat()
          .map((tag) => `tag=${tag}`)
          .join(' ');
      if (!Array.isArray(value)) return `${searchName(name)}=${scopeValue(value as string | number)}`;
      return `${searchName(name)} IN (${value.map(scopeValue).join(', ')})`;
    })
    .join(' ');
}

function scopeValue(value: string | number): string {
  return typeof value === 'number' ? String(value) : quote(value);
}
