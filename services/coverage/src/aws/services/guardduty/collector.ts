import { GuardDutyClient, ListDetectorsCommand } from '@aws-sdk/client-guardduty';
import type { Forward } from '../../../cloud/forward.js';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { raisedFindings } from '../../../mapping/map-guardduty.js';
import { administratorInbox } from '../../administrator.js';
import { attempt } from '../../attempt.js';
import { type CollectorContext, everything, forEach, pages } from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { unknown, unread } from '../../verdict.js';
import { customRules, listCustomRules } from './custom-rules.js';
import { type Detector, readDetector } from './detectors.js';
import { guardduty } from './service.js';

/** GuardDuty: its detector with features and suppression rules, and the customer's own detection rules. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const client = context.session.client(GuardDutyClient, context.region);
  const ids = await listDetectors(context);
  // Without a detector nothing runs, not even custom rules.
  if (ids.length === 0) return;
  const [{ done: detectors, failure }, rules] = await Promise.all([
    forEach(ids, (id) => readDetector(context, id)),
    attempt(context, listCustomRules(context, client)),
  ]);
  for (const id of ids) {
    const denied = unread(failure);
    const found = detectors.get(id) ?? (denied && { ...UNREAD, verdict: denied });
    if (found !== undefined) yield detection(context, id, found);
    if (found?.verdict.status === 'active' && found.unsure.length > 0) yield unsureDetection(context, id, found);
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

/** What the region's detectors send to other accounts. */
export async function forwards(context: CollectorContext): Promise<readonly Forward[]> {
  const { done, failure } = await forEach(await listDetectors(context), (id) => readDetector(context, id));
  if (failure !== undefined) throw failure;
  return [...done.values()].flatMap((detector) => detector.forwards);
}

function listDetectors(context: CollectorContext): Promise<readonly string[]> {
  const client = context.session.client(GuardDutyClient, context.region);
  return context.session.shared(`detectors ${context.region}`, () =>
    everything(
      pages(
        context,
        guardduty,
        'ListDetectors',
        (NextToken) => client.send(new ListDetectorsCommand({ MaxResults: 50, NextToken })),
        (output) => output.NextToken,
      ),
      (output) => output.DetectorIds,
    ),
  );
}

const UNREAD = { features: ['FOUNDATIONAL'], unheard: [], partly: [], unsure: [], forwards: [] } as const;

function detection(
  { region, externalAccountId }: CollectorContext,
  id: string,
  { features, partly, unheard, verdict }: Detector,
): FoundDetection {
  const arn = regionalArn(region, guardduty.iamPrefix, externalAccountId, `detector/${id}`);
  const [, ...named] = features;
  return {
    key: arn,
    type: 'guardduty_detector',
    scope: region,
    name: `GuardDuty detector ${id}`,
    arn,
    description: `Threat detection on ${['foundational data sources', ...named].join(', ')}`,
    managed: true,
    ...verdict,
    subject: subjectOf(features, unheard, partly),
    hears: [administratorInbox(guardduty.id, region)],
  };
}

const subjectOf = (features: readonly string[], suppressed: readonly string[], partly: readonly string[]) =>
  ({ kind: 'guardduty', features, suppressed, ...(partly.length > 0 && { partly }) }) as const;

/** The findings of a working detector of which nobody knows whether somebody gets them. */
function unsureDetection(context: CollectorContext, id: string, detector: Detector): FoundDetection {
  const { features, unsure } = detector;
  const types = raisedFindings(features).map(({ type }) => type);
  const found = detection(context, id, detector);
  return {
    ...found,
    key: `${found.key}#unsure`,
    name: `${found.name}: findings that may reach nobody`,
    ...unknown('filter_unread'),
    subject: subjectOf(
      features,
      types.filter((type) => !unsure.includes(type)),
      [],
    ),
  };
}
