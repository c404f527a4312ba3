import { GetDetectorCommand, GuardDutyClient, ListDetectorsCommand } from '@aws-sdk/client-guardduty';
import type { FoundDetection } from '../../../detections/found-detection.js';
import { attempt } from '../../attempt.js';
import { type CollectorContext, call, everything, forEach, pages } from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { ACTIVE, degraded, disabled, UNREADABLE, unread, type Verdict } from '../../verdict.js';
import { hasConsumer } from './consumers.js';
import { customRules, listCustomRules } from './custom-rules.js';
import { readSuppression } from './filters.js';
import { guardduty } from './service.js';

/** GuardDuty: its detector with features and suppression rules, and the customer's own detection rules. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const client = context.session.client(GuardDutyClient, context.region);
  const ids = await everything(
    pages(
      context,
      guardduty,
      'ListDetectors',
      (NextToken) => client.send(new ListDetectorsCommand({ MaxResults: 50, NextToken })),
      (output) => output.NextToken,
    ),
    (output) => output.DetectorIds,
  );
  // Without a detector nothing runs, not even custom rules.
  if (ids.length === 0) return;
  const [{ done: detectors, failure }, rules] = await Promise.all([
    forEach(ids, (id) => readDetector(context, client, id)),
    attempt(context, listCustomRules(context, client)),
  ]);
  for (const id of ids) {
    const denied = unread(failure);
    const found = detectors.get(id) ?? (denied && { features: [], suppressed: [], verdict: denied });
    if (found !== undefined) yield detection(context, id, found);
  }
  if (failure !== undefined) throw failure;
  if (!('value' in rules)) throw rules.failure;
  yield* customRules(
    context,
    client,
    rules.value,
    [...detectors.values()].some(({ verdict }) => verdict.status !== 'disabled'),
  );
}

interface Detector {
  readonly features: readonly string[];
  readonly suppressed: readonly string[];
  readonly verdict: Verdict;
}

async function readDetector(context: CollectorContext, client: GuardDutyClient, id: string): Promise<Detector> {
  const { Status: status, Features = [] } = await call(context, guardduty, 'GetDetector', () =>
    client.send(new GetDetectorCommand({ DetectorId: id })),
  );
  const features = Features.flatMap(({ Name, Status }) => (Name !== undefined && Status === 'ENABLED' ? [Name] : []));
  if (status !== 'ENABLED') return { features, suppressed: [], verdict: disabled('suspended') };
  const [{ everything: all, types }, heard] = await Promise.all([
    readSuppression(context, client, id),
    hasConsumer(context, id),
  ]);
  if (all) return { features, suppressed: types, verdict: degraded('suppressed') };
  if (heard !== true) {
    return { features, suppressed: types, verdict: heard === undefined ? UNREADABLE : degraded('no_consumer') };
  }
  // It still finds everything else: the suppressed types are taken out of its techniques.
  const verdict: Verdict = types.length > 0 ? { status: 'active', statusReason: 'suppressed' } : ACTIVE;
  return { features, suppressed: types, verdict };
}

function detection(
  { region, externalAccountId }: CollectorContext,
  id: string,
  { features, suppressed, verdict }: Detector,
): FoundDetection {
  const arn = regionalArn(region, guardduty.iamPrefix, externalAccountId, `detector/${id}`);
  return {
    key: arn,
    type: 'guardduty_detector',
    scope: region,
    name: `GuardDuty detector ${id}`,
    arn,
    description: `Threat detection on ${['foundational data sources', ...features].join(', ')}`,
    managed: true,
    ...verdict,
    subject: { kind: 'guardduty', features: ['FOUNDATIONAL', ...features], suppressed },
  };
}
