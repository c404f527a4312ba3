import { lazyData } from '../data.js';
import { type ControlMapping, NO_MAPPINGS } from './mapping.js';
import { readMappings } from './stored.js';

interface RawControls {
  readonly legacy: Readonly<Record<string, string>>;
  readonly controls: Readonly<Record<string, string>>;
}

const controls = lazyData('securityhub-controls.json', (raw: RawControls) => {
  const table = new Map<string, readonly ControlMapping[]>();
  for (const [id, stored] of Object.entries(raw.controls)) {
    table.set(id.toLowerCase(), readMappings(stored, `Security Hub control ${id}`));
  }
  for (const [old, id] of Object.entries(raw.legacy)) {
    table.set(old.toLowerCase(), table.get(id.toLowerCase()) ?? NO_MAPPINGS);
  }
  return table;
});

/**
 * What a Security Hub control does about techniques. Takes its id (`CloudWatch.2`, any case) or its id in a standard from before controls
 * were consolidated (`CIS.3.1`). Empty for controls without a mapping.
 */
export function securityHubControlMappings(controlId: string): readonly ControlMapping[] {
  return controls().get(controlId.toLowerCase()) ?? NO_MAPPINGS;
}
