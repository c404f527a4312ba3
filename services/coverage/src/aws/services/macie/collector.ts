import {
  GetAdministratorAccountCommand,
  GetMacieSessionCommand,
  type GetMacieSessionCommandOutput,
  type JobSummary,
  ListClassificationJobsCommand,
  Macie2Client,
} from '@aws-sdk/client-macie2';
import type { Forward } from '../../../cloud/forward.js';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { administratorInbox, toAdministrator } from '../../administrator.js';
import { type CollectorContext, call, everything, isDenied, pages } from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { ACTIVE, degraded, disabled, type Verdict } from '../../verdict.js';
import { macie } from './service.js';

const PAGE = 200;
/** Macie reports that it is off with the code of a denial; only the text distinguishes them. */
const OFF = /\bnot enabled\b/i;

/** What Macie finds. */
const FINDINGS = { kind: 'service', service: macie.id } as const;

/** Macie: the service itself where it is on, and its classification jobs. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const client = context.session.client(Macie2Client, context.region);
  const session = await readSession(context);
  if (session === null) return;
  const suspended = session.status !== 'ENABLED';
  yield {
    key: macie.id,
    type: 'macie',
    scope: context.region,
    name: 'Macie',
    // Macie of a region has no ARN.
    arn: null,
    description: 'Looks for sensitive data in S3 buckets and for changes that open them',
    managed: true,
    ...(suspended ? disabled('suspended') : ACTIVE),
    subject: FINDINGS,
    hears: [administratorInbox(macie.id, context.region)],
  };
  const jobs = await everything(
    pages(
      context,
      macie,
      'ListClassificationJobs',
      (nextToken) => client.send(new ListClassificationJobsCommand({ maxResults: PAGE, nextToken })),
      (output) => output.nextToken,
    ),
    (output) => output.items,
  );
  for (const job of jobs) yield jobDetection(context, job, suspended ? disabled('suspended') : verdictOf(job));
}

/** The findings of a member go to the account that administers Macie for it too. */
export async function forwards(context: CollectorContext): Promise<readonly Forward[]> {
  const session = await readSession(context);
  if (session?.status !== 'ENABLED') return [];
  const client = context.session.client(Macie2Client, context.region);
  const ask = async (): Promise<string | undefined> => {
    const { administrator } = await call(context, macie, 'GetAdministratorAccount', () =>
      client.send(new GetAdministratorAccountCommand({})),
    );
    return administrator?.relationshipStatus === 'Enabled' ? administrator.accountId : undefined;
  };
  return toAdministrator(context, { service: macie.id, subject: FINDINGS, ask });
}

/** The state of the region's Macie, asked for once per scan; null where it is off. */
function readSession(context: CollectorContext): Promise<GetMacieSessionCommandOutput | null> {
  const client = context.session.client(Macie2Client, context.region);
  return context.session.shared(`macie ${context.region}`, () =>
    call(context, macie, 'GetMacieSession', () => client.send(new GetMacieSessionCommand({}))).catch(
      (error: unknown) => {
        if (isDenied(error) && error instanceof Error && OFF.test(error.message)) return null;
        throw error;
      },
    ),
  );
}

function verdictOf({ jobStatus, lastRunErrorStatus }: JobSummary): Verdict {
  switch (jobStatus) {
    case 'PAUSED':
    case 'USER_PAUSED':
      return disabled('suspended');
    case 'CANCELLED':
      return disabled('disabled');
    case 'COMPLETE':
      // It ran once and will not run again.
      return disabled('not_scheduled');
    default:
      return lastRunErrorStatus?.code === 'ERROR' ? degraded('not_feeding') : ACTIVE;
  }
}

function jobDetection(
  { region, externalAccountId }: CollectorContext,
  { jobId: id = '', name = id, jobType }: JobSummary,
  verdict: Verdict,
): FoundDetection {
  const arn = regionalArn(region, 'macie2', externalAccountId, `classification-job/${id}`);
  return {
    key: arn,
    type: 'macie',
    scope: region,
    name,
    arn,
    description: `Classification job that runs ${jobType === 'SCHEDULED' ? 'on a schedule' : 'once'}`,
    managed: false,
    ...verdict,
    // A job finds which data is where; the techniques that Macie detects belong to the service itself.
    subject: { kind: 'none' },
  };
}
