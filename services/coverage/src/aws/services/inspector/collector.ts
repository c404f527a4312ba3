import {
  type AccountState,
  BatchGetAccountStatusCommand,
  type Filter,
  type FilterCriteria,
  GetDelegatedAdminAccountCommand,
  Inspector2Client,
  ListFiltersCommand,
  type ResourceState,
  type Status,
  type StringFilter,
} from '@aws-sdk/client-inspector2';
import type { Forward } from '../../../cloud/forward.js';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { administratorInbox, toAdministrator } from '../../administrator.js';
import { type Attempt, attempt } from '../../attempt.js';
import { toCallFailure } from '../../call-failure.js';
import { type CollectorContext, call, everything, pages } from '../../collector.js';
import { ACTIVE, degraded, disabled, unread, type Verdict } from '../../verdict.js';
import { inspector } from './service.js';

const PAGE = 100;

/** A kind of resource that Inspector scans: its field in the status, its name for people, and its name in filters. */
interface Scanned {
  readonly key: keyof ResourceState;
  readonly name: string;
  readonly type: string;
  readonly finding?: string;
}

const SCANNED: readonly Scanned[] = [
  { key: 'ec2', name: 'EC2 instances', type: 'AWS_EC2_INSTANCE' },
  { key: 'ecr', name: 'container images', type: 'AWS_ECR_CONTAINER_IMAGE' },
  {
    key: 'lambda',
    name: 'packages of Lambda functions',
    type: 'AWS_LAMBDA_FUNCTION',
    finding: 'PACKAGE_VULNERABILITY',
  },
  { key: 'lambdaCode', name: 'code of Lambda functions', type: 'AWS_LAMBDA_FUNCTION', finding: 'CODE_VULNERABILITY' },
  { key: 'codeRepository', name: 'code repositories', type: 'CODE_REPOSITORY' },
];

/** What Inspector finds. */
const FINDINGS = { kind: 'service', service: inspector.id } as const;

/** Inspector: each kind of resource that it is switched on for. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const account = await accountState(context);
  const scanned = SCANNED.flatMap((kind) => {
    const status = account?.resourceState?.[kind.key]?.status;
    // A kind that is off is not a detection.
    return status === undefined || status === 'DISABLED' ? [] : [{ kind, verdict: verdictOf(status) }];
  });
  // Without anything that makes findings there is nothing to suppress.
  const anyActive = scanned.some(({ verdict }) => verdict === ACTIVE);
  const filters: Attempt<readonly Filter[]> = anyActive
    ? await attempt(context, suppressionRules(context))
    : { value: [] };
  for (const { kind, verdict } of scanned) {
    const judged = verdict === ACTIVE ? heard(context, kind, filters) : verdict;
    if (judged !== undefined) yield detection(context, kind, judged);
  }
  if (filters.failure !== undefined) throw filters.failure;
}

/** The findings of a member go to the delegated administrator of its organisation too. */
export async function forwards(context: CollectorContext): Promise<readonly Forward[]> {
  const { resourceState } = (await accountState(context)) ?? {};
  if (SCANNED.every(({ key }) => resourceState?.[key]?.status !== 'ENABLED')) return [];
  const client = context.session.client(Inspector2Client, context.region);
  const ask = async (): Promise<string | undefined> => {
    const { delegatedAdmin } = await call(context, inspector, 'GetDelegatedAdminAccount', () =>
      client.send(new GetDelegatedAdminAccountCommand({})),
    );
    return delegatedAdmin?.relationshipStatus === 'ENABLED' ? delegatedAdmin.accountId : undefined;
  };
  return toAdministrator(context, { service: inspector.id, subject: FINDINGS, ask });
}

/** Whether anybody sees Inspector's findings; undefined when that could not be read. */
function heard(
  { externalAccountId }: CollectorContext,
  kind: Scanned,
  filters: Attempt<readonly Filter[]>,
): Verdict | undefined {
  if (!('value' in filters)) return unread(filters.failure);
  return filters.value.some((filter) => suppresses(filter, kind, externalAccountId)) ? degraded('suppressed') : ACTIVE;
}

/** What Inspector is switched on for, asked for once per scan. */
function accountState(context: CollectorContext): Promise<AccountState | undefined> {
  return context.session.shared(`inspector ${context.region}`, () => askForState(context));
}

async function askForState(context: CollectorContext): Promise<AccountState | undefined> {
  const { session, region } = context;
  const client = session.client(Inspector2Client, region);
  const { accounts = [], failedAccounts = [] } = await call(context, inspector, 'BatchGetAccountStatus', () =>
    client.send(new BatchGetAccountStatusCommand({})),
  );
  const [failed] = failedAccounts;
  if (accounts.length === 0 && failed !== undefined) {
    // A failure inside a successful answer; its codes are those of this operation.
    const name = failed.errorCode === 'ACCESS_DENIED' ? 'AccessDeniedException' : failed.errorCode;
    const message = failed.errorMessage ?? 'Inspector did not give the state of the account.';
    throw toCallFailure({ service: inspector.id, region, operation: 'BatchGetAccountStatus' }, { name, message });
  }
  return accounts[0];
}

function verdictOf(status: Status): Verdict {
  switch (status) {
    case 'ENABLED':
      return ACTIVE;
    case 'ENABLING':
      return degraded('not_feeding');
    case 'DISABLING':
      return disabled('deleting');
    default:
      return disabled('suspended');
  }
}

function suppressionRules(context: CollectorContext): Promise<readonly Filter[]> {
  const client = context.session.client(Inspector2Client, context.region);
  const listing = pages(
    context,
    inspector,
    'ListFilters',
    (nextToken) => client.send(new ListFiltersCommand({ action: 'SUPPRESS', maxResults: PAGE, nextToken })),
    (output) => output.nextToken,
  );
  return everything(listing, (output) => output.filters);
}

/** Whether a suppression rule hides every finding of a kind of resource. A criterion that we do not know may let some through. */
function suppresses({ criteria }: Filter, { type, finding }: Scanned, account: string): boolean {
  const tests: Partial<Record<keyof FilterCriteria, string>> = {
    awsAccountId: account,
    resourceType: type,
    ...(finding !== undefined && { findingType: finding }),
  };
  return Object.entries(criteria ?? {}).every(([field, filters]) => {
    const value = tests[field as keyof FilterCriteria];
    return value !== undefined && (filters as readonly StringFilter[]).some((filter) => takes(filter, value));
  });
}

function takes({ comparison, value }: StringFilter, candidate: string): boolean {
  if (comparison === 'EQUALS') return candidate === value;
  return comparison === 'PREFIX' && candidate.startsWith(value ?? '');
}

function detection({ region }: CollectorContext, { key, name }: Scanned, verdict: Verdict): FoundDetection {
  return {
    key: `${inspector.id}:${key}`,
    type: 'inspector',
    scope: region,
    name: `Inspector: ${name}`,
    // Inspector's switches have no ARN.
    arn: null,
    description: `Looks for known vulnerabilities in ${name}`,
    managed: true,
    ...verdict,
    subject: FINDINGS,
    hears: [administratorInbox(inspector.id, region)],
  };
}
