import { GetDetectorCommand, GuardDutyClient } from '@aws-sdk/client-guardduty';
import type { Forward } from '../../../cloud/forward.js';
import { raisedFindings } from '../../../mapping/map-guardduty.js';
import { administratorInbox } from '../../administrator.js';
import { type CollectorContext, call, ifReadable } from '../../collector.js';
import { ACTIVE, degraded, disabled, UNREADABLE, unknown, type Verdict } from '../../verdict.js';
import { busOf, type Way } from '../eventbridge/ways.js';
import { administratorOf, waysOfFindings } from './consumers.js';
import { type Criterion, readSuppression } from './filters.js';
import { type Hearing, hearing } from './hearing.js';
import { guardduty } from './service.js';

/** A detector with who gets its findings. */
export interface Detector {
  /** With `FOUNDATIONAL`. */
  readonly features: readonly string[];
  /** The finding types that nobody gets; where that is all of them, those that suppression rules archive. */
  readonly unheard: readonly string[];
  readonly partly: readonly string[];
  readonly verdict: Verdict;
  /** The finding types of which nobody knows whether somebody gets them. */
  readonly unsure: readonly string[];
  readonly forwards: readonly Forward[];
}

const FOUNDATIONAL = 'FOUNDATIONAL';

/** A detector, read once per scan. */
export function readDetector(context: CollectorContext, id: string): Promise<Detector> {
  return context.session.shared(`detector ${context.region} ${id}`, () => read(context, id));
}

async function read(context: CollectorContext, id: string): Promise<Detector> {
  const client = context.session.client(GuardDutyClient, context.region);
  const { Status: status, Features = [] } = await call(context, guardduty, 'GetDetector', () =>
    client.send(new GetDetectorCommand({ DetectorId: id })),
  );
  const enabled = Features.flatMap(({ Name, Status }) => (Name !== undefined && Status === 'ENABLED' ? [Name] : []));
  const features = [FOUNDATIONAL, ...enabled];
  const nothing = { features, unheard: [], partly: [], unsure: [], forwards: [] };
  if (status !== 'ENABLED') return { ...nothing, verdict: disabled('suspended') };
  const raised = raisedFindings(features);
  const hears = (ways: readonly Way[], criteria: readonly Criterion[]): Hearing =>
    hearing(
      context,
      raised,
      ways.filter(({ end }) => typeof end === 'string'),
      criteria,
    );
  const [suppression, ways] = await Promise.all([
    readSuppression(context, client, id),
    waysOfFindings(context, id, (found) => hears(found, []).heard.length === raised.length),
  ]);
  const got = hears(ways, suppression);
  const left = hears([EVERYTHING], suppression);
  const elsewhere =
    hears(ways, []).heard.length === raised.length ? [] : await forwardsOf(context, id, ways, { features, left });
  const verdict = verdictOf(got, left, elsewhere);
  const working = verdict.status === 'active';
  return {
    features,
    // What nobody knows of is told as unknown beside what is known.
    unheard: working ? [...got.unheard, ...got.unsure.filter((type) => !got.partly.includes(type))] : left.unheard,
    partly: working ? got.partly : left.partly,
    unsure: got.unsure,
    forwards: elsewhere ?? [],
    verdict,
  };
}

const EVERYTHING: Way = { patterns: [], end: 'heard' };

/** What goes to other accounts: all findings to the administrator, some through event rules. Undefined where that could not be read. */
async function forwardsOf(
  context: CollectorContext,
  id: string,
  ways: readonly Way[],
  { features, left }: { readonly features: readonly string[]; readonly left: Hearing },
): Promise<readonly Forward[] | undefined> {
  const told = await ifReadable(
    context,
    administratorOf(context, id).then((account) => ({ account })),
  );
  const forwards: Forward[] = [];
  for (const { end, patterns } of ways) {
    const bus = typeof end === 'string' ? undefined : busOf(end.bus);
    if (typeof end === 'string' || bus === undefined) continue;
    const sent = hearing(context, raisedFindings(features), [{ patterns, end: 'heard' }], []);
    const suppressed = [...sent.unheard, ...left.unheard];
    const subject = { kind: 'guardduty', features, suppressed, partly: sent.partly } as const;
    forwards.push({
      account: bus.account,
      scope: bus.region,
      reader: 'eventbridge',
      into: end.bus,
      via: 'event_bus',
      subject,
    });
  }
  if (told?.account !== undefined) {
    const subject = { kind: 'guardduty', features, suppressed: left.unheard, partly: left.partly } as const;
    forwards.push({
      account: told.account,
      scope: context.region,
      reader: guardduty.id,
      into: administratorInbox(guardduty.id, context.region),
      via: 'guardduty_administrator',
      subject,
    });
  }
  return told === undefined && forwards.length === 0 ? undefined : forwards;
}

/** Whether somebody gets findings: `left` are those that suppression rules leave, `elsewhere` where they go to. */
function verdictOf(got: Hearing, left: Hearing, elsewhere: readonly Forward[] | undefined): Verdict {
  if (left.heard.length + left.partly.length + left.unsure.length === 0) return degraded('suppressed');
  if (got.heard.length + got.partly.length === 0) {
    if (elsewhere === undefined || elsewhere.length > 0) return elsewhere ? unknown('foreign_target') : UNREADABLE;
    if (got.unsure.length > 0) return left.unsure.length > 0 ? unknown('filter_unread') : UNREADABLE;
    return degraded('no_consumer');
  }
  // It still finds everything else: the types that nobody gets are taken out of its techniques.
  if (left.unheard.length > 0 || left.partly.length > 0) return { status: 'active', statusReason: 'suppressed' };
  return got.unheard.length + got.partly.length > 0 ? { status: 'active', statusReason: 'some_unheard' } : ACTIVE;
}
