import { lazyData } from '../data.js';
import { type ControlMapping, NO_MAPPINGS } from './mapping.js';
import { readMappings } from './stored.js';

/** AWS's own security services as a whole. */
export type AwsServiceControl =
  | 'guardduty'
  | 'macie'
  | 'inspector'
  | 'access_analyzer'
  | 'cloudtrail_insights'
  | 'security_hub'
  | 'config'
  | 'cloudtrail';

const services = lazyData(
  'aws-services.json',
  (raw: Readonly<Record<string, { readonly name: string; readonly mappings: string }>>) =>
    new Map(Object.entries(raw).map(([id, { name, mappings }]) => [id, readMappings(mappings, name)])),
);

/**
 * What an AWS service as a whole does about techniques. For a service whose parts are known (GuardDuty's finding types), ask about the
 * parts instead. `cloudtrail` has no mappings: a trail only records, and something else must read the log.
 */
export function awsServiceMappings(service: AwsServiceControl): readonly ControlMapping[] {
  return services().get(service) ?? NO_MAPPINGS;
}
