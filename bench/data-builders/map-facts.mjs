// Which fields and values of the products public sources confirm, for `npm run maps`.

import { VALUES_IN_TEXT } from '../../packages/sigma/facts/scopes.mjs';
import { readJson, sectionsText } from './files.mjs';

const PLATFORMS = [
  'cloud-audit-1',
  'cloud-audit-2',
  'cloud-audit-3',
  'container-audit',
  'endpoint-auditd',
  'endpoint-powershell',
  'endpoint-security',
  'endpoint-sysmon',
  'identity-1',
  'identity-2-audit',
  'identity-2-signin',
  'waf-1',
  'waf-2',
];
const FAMILIES = { siem_dql: 'opensearch', siem_kql: 'kql', siem_lucene: 'ecs', siem_spl: 'spl', siem_udm: 'udm' };

/**
 * Inputs: the field-mapping tables `fields/PLATFORM.json`. Of several sources that confirm one fact, the first stays; facts name
 * it by its number under `sources`.
 */
export function buildMapFacts(input) {
  const facts = Object.fromEntries(Object.values(FAMILIES).map((family) => [family, {}]));
  const sources = new Map();
  for (const platform of PLATFORMS) {
    const { backends = {}, categories = {} } = readJson(input(`fields/${platform}.json`));
    for (const group of [backends, ...Object.values(categories).map((category) => category.backends)]) {
      for (const [id, backend] of Object.entries(group)) {
        const family = FAMILIES[id];
        if (family === undefined) continue;
        const source = backend.sources?.[0] ?? backends[id]?.sources?.[0];
        if (source === undefined) continue;
        if (!sources.has(source)) sources.set(source, sources.size);
        for (const fact of factsOf(backend, family)) facts[family][fact] ??= sources.get(source);
      }
    }
  }
  facts.sources = Object.fromEntries([...sources].map(([source, number]) => [String(number).padStart(3, '0'), source]));
  return new Map([['packages/sigma/facts/published.json', sectionsText(facts)]]);
}

function* factsOf({ scope, fields = {}, altFields, unsure = [] }, family) {
  if (typeof scope === 'string') yield* VALUES_IN_TEXT[family](scope);
  for (const [field, names] of [...Object.entries(fields), ...Object.entries(altFields ?? {})]) {
    if (unsure.includes(field)) continue;
    // Text in round brackets qualifies a name and is no part of it.
    for (const name of [names].flat()) yield `field ${String(name).replace(/ \(.*$/, '')}`;
  }
}
