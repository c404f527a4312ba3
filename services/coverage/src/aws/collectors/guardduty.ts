import { GetDetectorCommand, GuardDutyClient, ListDetectorsCommand } from '@aws-sdk/client-guardduty';
import type { FoundDetection } from '../../detections/detection-model.js';
import { type Collector, type CollectorContext, call, everything, forEach, isDenied, pages } from '../collector.js';
import { regionalArn } from '../regions.js';
import { customRules } from './guardduty-custom-rules.js';
import { readSuppression } from './guardduty-filters.js';

const SERVICE = 'guardduty';

/** GuardDuty: its detector with features and suppression rules, and the customer's own detection rules. */
export const guardduty: Collector = {
  service: SERVICE,
  async *collect(context) {
    const client = context.session.client(GuardDutyClient, context.region);
    const ids = await everything(
      pages(
        context,
        SERVICE,
        'ListDetectors',
        (NextToken) => client.send(new ListDetectorsCommand({ MaxResults: 50, NextToken })),
        (output) => output.NextToken,
      ),
      (output) => output.DetectorIds,
    );
    // Without a detector nothing runs, custom rules neither.
    if (ids.length === 0) return;
    const { done: detectors, failure } = await forEach(ids, (id) => readDetector(context, client, id));
    for (const id of ids) {
      const found = detectors.get(id);
      if (found !== undefined) yield detection(context, id, found);
      else if (isDenied(failure)) yield detection(context, id, UNREAD);
    }
    if (failure !== undefined) throw failure;
    yield* customRules(
      context,
      client,
      [...detectors.values()].some(({ status }) => status !== 'disabled'),
    );
  },
};

/** A detector that we know of and may not read. */
const UNREAD: Detector = { features: [], suppressed: [], status: 'unknown', statusReason: 'insufficient_permissions' };

interface Detector extends Pick<FoundDetection, 'status' | 'statusReason'> {
  readonly features: readonly string[];
  readonly suppressed: readonly string[];
}

async function readDetector(context: CollectorContext, client: GuardDutyClient, id: string): Promise<Detector> {
  const { Status: status, Features = [] } = await call(context, SERVICE, 'GetDetector', () =>
    client.send(new GetDetectorCommand({ DetectorId: id })),
  );
  const features = Features.flatMap(({ Name, Status }) => (Name !== undefined && Status === 'ENABLED' ? [Name] : []));
  if (status !== 'ENABLED') return { features, suppressed: [], status: 'disabled', statusReason: 'suspended' };
  const { everything: all, types } = await readSuppression(context, client, id);
  if (all) return { features, suppressed: types, status: 'degraded', statusReason: 'suppressed' };
  // It still finds everything else: what is suppressed is taken out of its techniques, type by type.
  return { features, suppressed: types, status: 'active', statusReason: types.length > 0 ? 'suppressed' : null };
}

function detection(
  { region, externalAccountId }: CollectorContext,
  id: string,
  { features, suppressed, status, statusReason }: Detector,
): FoundDetection {
  const arn = regionalArn(region, SERVICE, externalAccountId, `detector/${id}`);
  return {
    key: arn,
    type: 'guardduty_detector',
    region,
    name: `GuardDuty detector ${id}`,
    arn,
    description: `Threat detection on ${['foundational data sources', ...features].join(', ')}`,
    managed: true,
    status,
    statusReason,
    subject: { kind: 'guardduty', features: ['FOUNDATIONAL', ...features], suppressed },
  };
}
