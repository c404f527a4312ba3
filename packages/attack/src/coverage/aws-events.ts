import { type AwsEvent, awsEventTable } from './aws-event-table.js';

/**
 * The CloudTrail events with known techniques, in the order of the table. The strength of each technique holds for a detection that names
 * the event exactly.
 */
export function awsEvents(): readonly AwsEvent[] {
  return awsEventTable().events;
}
