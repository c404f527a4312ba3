import { awsEventTable } from './aws-event-table.js';
import { isAwsDataEvent } from './event-regions.js';
import { guardDutyFindings } from './guardduty.js';

/**
 * What the cheapest log that shows a technique costs: `included` for management events, which CloudTrail delivers once free of charge;
 * `charged` for data events and for what GuardDuty looks at; `none` where nothing in AWS shows it.
 */
export type LogCost = 'included' | 'charged' | 'none';

/** The cost of the cheapest log that shows a technique. Takes a current id. */
export function logCost(techniqueId: string): LogCost {
  const events = awsEventTable().byTechnique.get(techniqueId) ?? [];
  if (events.some(({ source, name }) => !isAwsDataEvent(source, name))) return 'included';
  const found = guardDutyFindings().some(({ mappings }) => mappings.some((entry) => entry.techniqueId === techniqueId));
  return events.length > 0 || found ? 'charged' : 'none';
}
