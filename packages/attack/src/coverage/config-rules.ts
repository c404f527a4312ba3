import { lazyData } from '../data.js';
import { type ControlMapping, NO_MAPPINGS } from './mapping.js';
import { readMappings } from './stored.js';

/** AWS writes some rules with other word breaks in the name (`cloudtrail-enabled`) than in the identifier (`CLOUD_TRAIL_ENABLED`). */
const keyOf = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

const rules = lazyData(
  'config-rules.json',
  (raw: Readonly<Record<string, string>>) =>
    new Map(Object.entries(raw).map(([id, stored]) => [keyOf(id), readMappings(stored, `AWS Config rule ${id}`)])),
);

/**
 * What a managed AWS Config rule says about techniques, by its source identifier (`ACCESS_KEYS_ROTATED`, any case) or its rule name
 * (`access-keys-rotated`); mostly `protect`. Empty for rules without a mapping.
 */
export function configRuleMappings(sourceIdentifier: string): readonly ControlMapping[] {
  return rules().get(keyOf(sourceIdentifier)) ?? NO_MAPPINGS;
}
