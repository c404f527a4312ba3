import { GetDetectorCommand, GuardDutyClient, ListDetectorsCommand } from '@aws-sdk/client-guardduty';
import type { FoundDetection } from '../../detections/detection-model.js';
import { type Collector, type CollectorContext, call, pages } from '../collector.js';
import { regionalArn } from '../regions.js';
import { customRules } from './guardduty-custom-rules.js';
import { NOTHING_SUPPRESSED, readSuppression, type Suppression } from './guardduty-filters.js';

const SERVICE = 'guardduty';

/** GuardDuty: its detector with features and suppression rules, and the customer's own detection rules. */
export const guardduty: Collector = {
  service: SERVICE,
  async *collect(context) {
    const client = context.session.client(GuardDutyClient, context.region);
    const detectors: { readonly id: string; readonly enabled: boolean }[] = [];
    const listing = pages(
      context,
      SERVICE,
      'ListDetectors',
      (NextToken) => client.send(new ListDetectorsCommand({ MaxResults: 50, NextToken })),
      (output) => output.NextToken,
    );
    for await (const { DetectorIds = [] } of listing) {
      for (const id of DetectorIds) {
        const { enabled, detection } = await readDetector(context, client, id);
        detectors.push({ id, enabled });
        yield detection;
      }
    }
    // Without a detector nothing runs, custom rules neither.
    if (detectors.length > 0)
      yield* customRules(
        context,
        client,
        detectors.some((detector) => detector.enabled),
      );
  },
};

async function readDetector(
  context: CollectorContext,
  client: GuardDutyClient,
  id: string,
): Promise<{ readonly enabled: boolean; readonly detection: FoundDetection }> {
  const { region, externalAccountId } = context;
  const detector = await call(context, SERVICE, 'GetDetector', () =>
    client.send(new GetDetectorCommand({ DetectorId: id })),
  );
  const enabled = detector.Status === 'ENABLED';
  const suppression = enabled ? await readSuppression(context, client, id) : NOTHING_SUPPRESSED;
  const features = (detector.Features ?? []).flatMap(({ Name, Status }) =>
    Name !== undefined && Status === 'ENABLED' ? [Name] : [],
  );
  const arn = regionalArn(region, SERVICE, externalAccountId, `detector/${id}`);
  return {
    enabled,
    detection: {
      key: arn,
      type: 'guardduty_detector',
      region,
      name: `GuardDuty detector ${id}`,
      arn,
      description: `Threat detection with ${['foundational data sources', ...features].join(', ')}`,
      managed: true,
      ...statusOf(enabled, suppression),
      subject: {
        kind: 'guardduty',
        features: ['FOUNDATIONAL', ...features],
        suppressed: suppression.types,
      },
    },
  };
}

function statusOf(
  enabled: boolean,
  { everything, types }: Suppression,
): Pick<FoundDetection, 'status' | 'statusReason'> {
  if (!enabled) return { status: 'disabled', statusReason: 'suspended' };
  if (everything) return { status: 'degraded', statusReason: 'suppressed' };
  // It still finds everything else: what is suppressed is taken out of its techniques, type by type.
  return { status: 'active', statusReason: types.length > 0 ? 'suppressed' : null };
}
