import { type Condition, GetFilterCommand, type GuardDutyClient, ListFiltersCommand } from '@aws-sdk/client-guardduty';
import { matchesWildcard } from '../../../mapping/wildcard.js';
import { type CollectorContext, call, everything, forEach, pages } from '../../collector.js';
import type { RaisedFinding } from './findings.js';
import { guardduty } from './service.js';

/** What a suppression rule asks of a finding, by field. */
export type Criterion = Readonly<Record<string, Condition>>;

/** The criteria of a detector's suppression rules: filters with the action ARCHIVE. */
export async function readSuppression(
  context: CollectorContext,
  client: GuardDutyClient,
  detectorId: string,
): Promise<readonly Criterion[]> {
  const names = await everything(
    pages(
      context,
      guardduty,
      'ListFilters',
      (NextToken) => client.send(new ListFiltersCommand({ DetectorId: detectorId, MaxResults: 50, NextToken })),
      (output) => output.NextToken,
    ),
    (output) => output.FilterNames,
  );
  const { done: filters, failure } = await forEach(names, (FilterName) =>
    call(context, guardduty, 'GetFilter', () =>
      client.send(new GetFilterCommand({ DetectorId: detectorId, FilterName })),
    ),
  );
  if (failure !== undefined) throw failure;
  return [...filters.values()].flatMap(({ Action: action, FindingCriteria: criteria }) =>
    action === 'ARCHIVE' ? [criteria?.Criterion ?? {}] : [],
  );
}

/** Kinds of resources in finding types (`Recon:EC2/…`), as criteria name them. */
const RESOURCE_TYPES: Readonly<Record<string, string>> = {
  EC2: 'Instance',
  IAMUser: 'AccessKey',
  S3: 'S3Bucket',
  Kubernetes: 'EKSCluster',
  ECS: 'ECSCluster',
  Container: 'Container',
  Lambda: 'Lambda',
  RDS: 'RDSDBInstance',
};

/** The fields of a new finding that are known without seeing it. */
function fieldOf(finding: RaisedFinding, field: string): string | undefined {
  switch (field) {
    case 'type':
      return finding.type;
    case 'severity':
      return String(finding.severity);
    case 'accountId':
      return finding.account;
    case 'region':
      return finding.region;
    // The console adds this criterion to every suppression rule; it narrows nothing.
    case 'service.archived':
      return 'false';
    case 'resource.resourceType':
      return RESOURCE_TYPES[/:(\w+)\//.exec(finding.type)?.[1] ?? ''];
    default:
      return undefined;
  }
}

/**
 * Whether suppression rules archive a finding before anyone sees it. A criterion on anything else that names values, such as an
 * instance, leaves the findings of the others. One that excludes values, or compares, may leave none: it is then not known (undefined).
 */
export function archives(criteria: readonly Criterion[], finding: RaisedFinding): boolean | undefined {
  let open = false;
  for (const criterion of criteria) {
    const archived = meets(criterion, finding);
    if (archived === true) return true;
    open ||= archived === undefined;
  }
  return open ? undefined : false;
}

function meets(criterion: Criterion, finding: RaisedFinding): boolean | undefined {
  let open = false;
  for (const [field, condition] of Object.entries(criterion)) {
    const value = fieldOf(finding, field);
    const held = value === undefined ? (namesValues(condition) ? false : undefined) : holds(condition, value);
    if (held === false) return false;
    open ||= held === undefined;
  }
  return open ? undefined : true;
}

const textsOf = ({ Equals, Eq, Matches }: Condition): readonly string[] => [
  ...(Equals ?? Eq ?? []),
  ...(Matches ?? []),
];

const namesValues = (condition: Condition): boolean => textsOf(condition).length > 0;

/** Whether a condition holds for a value: it has one of the texts that are named, none of those excluded, and lies within the bounds. */
function holds(condition: Condition, value: string): boolean {
  const is = (text: string): boolean => matchesWildcard(text, value);
  const excluded = [...(condition.NotEquals ?? condition.Neq ?? []), ...(condition.NotMatches ?? [])];
  const named = textsOf(condition);
  if (excluded.some(is) || (named.length > 0 && !named.some(is))) return false;
  const bounds: readonly (readonly [number | undefined, (a: number, b: number) => boolean])[] = [
    [condition.GreaterThan ?? condition.Gt, (a, b) => a > b],
    [condition.GreaterThanOrEqual ?? condition.Gte, (a, b) => a >= b],
    [condition.LessThan ?? condition.Lt, (a, b) => a < b],
    [condition.LessThanOrEqual ?? condition.Lte, (a, b) => a <= b],
  ];
  return bounds.every(([bound, compare]) => bound === undefined || compare(Number(value), Number(bound)));
}
