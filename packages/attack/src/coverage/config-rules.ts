import { lazyData } from '../data.js';
import { type ControlMapping, NO_MAPPINGS } from './mapping.js';
import { readMappings } from './stored.js';

/**
 * The key that a rule's name and its identifier share. AWS sometimes puts the word breaks elsewhere: the rule `cloudtrail-enabled` has the
 * identifier `CLOUD_TRAIL_ENABLED`.
 */
const keyOf = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

const rules = lazyData(
  'config-rules.json',
  (raw: Readonly<Record<string, string>>) =>
    new Map(Object.entries(raw).map(([id, stored]) => [keyOf(id), readMappings(stored, `AWS Config rule ${id}`)])),
);

/**
 * What a managed AWS Config rule does about techniques; mostly `protect`. Takes the source identifier (`ACCESS_KEYS_ROTATED`, any case) or
 * the rule name (`access-keys-rotated`). Empty for rules without a mapping.
 */
export function configRuleMappings(sourceIdentifier: string): readonly ControlMapping[] {
  return rules().get(keyOf(sourceIdentifier)) ?? NO_MAPPINGS;
}
