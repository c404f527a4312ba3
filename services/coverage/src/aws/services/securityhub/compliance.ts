import { type AwsSecurityFindingFilters, GetFindingsCommand, SecurityHubClient } from '@aws-sdk/client-securityhub';
import { asksForDetection, type Compliance } from '@tripline/attack';
import { type CollectorContext, everything, ifReadable, pages } from '../../collector.js';
import { securityhub } from './service.js';

const PAGE = 100;
/** The most values that a filter of findings takes. */
const CONTROLS_PER_CALL = 20;

/**
 * The results of the controls that ask for a detection to exist, by control. Empty where findings cannot be read: such a control never
 * covers, so that its result is no reason to call the rest unread.
 */
export async function complianceOf(
  context: CollectorContext,
  controlIds: readonly string[],
): Promise<ReadonlyMap<string, Compliance>> {
  const asking = controlIds.filter((id) => asksForDetection({ by: 'securityhub', id }));
  const results = new Map<string, Compliance>();
  for (let from = 0; from < asking.length; from += CONTROLS_PER_CALL) {
    const found = await ifReadable(context, findingsOf(context, asking.slice(from, from + CONTROLS_PER_CALL)));
    for (const { Compliance: { SecurityControlId: id = '', Status: status } = {} } of found ?? []) {
      if (status === 'FAILED') results.set(id, 'failed');
      else if (status === 'PASSED' && !results.has(id)) results.set(id, 'passed');
    }
  }
  return results;
}

function findingsOf(context: CollectorContext, controlIds: readonly string[]) {
  const client = context.session.client(SecurityHubClient, context.region);
  const equals = (...values: readonly string[]) => values.map((Value) => ({ Value, Comparison: 'EQUALS' as const }));
  const filters: AwsSecurityFindingFilters = {
    AwsAccountId: equals(context.externalAccountId),
    RecordState: equals('ACTIVE'),
    ComplianceStatus: equals('PASSED', 'FAILED'),
    ComplianceSecurityControlId: equals(...controlIds),
  };
  const listing = pages(
    context,
    securityhub,
    'GetFindings',
    (NextToken) => client.send(new GetFindingsCommand({ Filters: filters, MaxResults: PAGE, NextToken })),
    (output) => output.NextToken,
  );
  return everything(listing, (output) => output.Findings);
}
