import { AwsError } from '../../aws-error.js';
import type { Call, Handler, ServiceDefinition } from '../../call.js';
import { objects, requiredText, text, texts } from '../../input.js';
import { type Page, pageOf } from '../../paging.js';
import type { SecurityControl, SecurityHubInventory, SecurityStandard } from './inventory.js';

export type * from './inventory.js';

const INVALID = 'InvalidInputException';
const BATCH_MAX = 100;

/** Runs a handler with the hub, or answers like AWS where Security Hub is not enabled. */
function withHub(handle: (call: Call, hub: SecurityHubInventory) => object): Handler {
  return (call) => {
    const hub = call.regional.securityhub;
    if (hub) return handle(call, hub);
    throw new AwsError(
      'InvalidAccessException',
      `Account ${call.accountId} is not subscribed to AWS Security Hub`,
      401,
    );
  };
}

function page<T>(call: Call, items: readonly T[], scope = ''): Page<T> {
  return pageOf(call, items, { sizeMember: 'MaxResults', max: 100, tokenError: INVALID, sizeError: INVALID, scope });
}

/** ARN of a subscription to a standard: the standard's own path, in the account. */
function subscriptionArn(call: Call, standard: SecurityStandard): string {
  const path = standard.StandardsArn.split(':').at(-1) ?? '';
  return `arn:aws:securityhub:${call.region}:${call.accountId}:subscription/${path.replace(/^(standards|ruleset)\//, '')}`;
}

function enabled(hub: SecurityHubInventory): SecurityStandard[] {
  return (hub.standards ?? []).filter((standard) => standard.StandardsStatus !== undefined);
}

function describeHub(call: Call, hub: SecurityHubInventory): object {
  return {
    HubArn: `arn:aws:securityhub:${call.region}:${call.accountId}:hub/default`,
    AutoEnableControls: true,
    ControlFindingGenerator: 'SECURITY_CONTROL',
    ...hub.hub,
  };
}

function getEnabledStandards(call: Call, hub: SecurityHubInventory): object {
  const wanted = texts(call.input, 'StandardsSubscriptionArns');
  const subscriptions = enabled(hub)
    .map((standard) => ({
      StandardsSubscriptionArn: subscriptionArn(call, standard),
      StandardsArn: standard.StandardsArn,
      StandardsInput: {},
      StandardsStatus: standard.StandardsStatus,
      StandardsStatusReason: standard.StandardsStatusReason,
      StandardsControlsUpdatable: 'READY_FOR_UPDATES',
    }))
    .filter((subscription) => !wanted || wanted.includes(subscription.StandardsSubscriptionArn));
  const { items, nextToken } = page(call, subscriptions, wanted?.join(',') ?? '');
  return { StandardsSubscriptions: items, NextToken: nextToken };
}

function describeStandards(call: Call, hub: SecurityHubInventory): object {
  const standards = (hub.standards ?? []).map(({ StandardsStatus: _, StandardsStatusReason: __, ...standard }) => ({
    EnabledByDefault: false,
    StandardsManagedBy: { Company: 'AWS', Product: 'Security Hub' },
    ...standard,
  }));
  const { items, nextToken } = page(call, standards);
  return { Standards: items, NextToken: nextToken };
}

function describeStandardsControls(call: Call, hub: SecurityHubInventory): object {
  const asked = requiredText(call.input, 'StandardsSubscriptionArn', INVALID);
  const standard = enabled(hub).find((candidate) => subscriptionArn(call, candidate) === asked);
  if (!standard) throw new AwsError(INVALID, `Standards subscription ${asked} is not enabled in this account.`);
  const controls = (hub.controls ?? []).flatMap((control) =>
    control.associations
      .filter((association) => association.StandardsArn === standard.StandardsArn)
      .map((association) => ({
        StandardsControlArn: `${asked.replace(':subscription/', ':control/')}/${control.SecurityControlId}`,
        ControlStatus: association.AssociationStatus,
        DisabledReason: association.AssociationStatus === 'DISABLED' ? association.UpdatedReason : undefined,
        ControlStatusUpdatedAt: association.UpdatedAt,
        ControlId: control.SecurityControlId,
        Title: control.Title,
        Description: control.Description,
        RemediationUrl: control.RemediationUrl,
        SeverityRating: control.SeverityRating,
        RelatedRequirements: association.RelatedRequirements ?? [],
      })),
  );
  const { items, nextToken } = page(call, controls, asked);
  return { Controls: items, NextToken: nextToken };
}

function listDefinitions(call: Call, hub: SecurityHubInventory): object {
  const standard = text(call.input, 'StandardsArn');
  const definitions = (hub.controls ?? [])
    .filter((control) => standard === undefined || control.associations.some((one) => one.StandardsArn === standard))
    .map(({ associations: _, compliance: __, ...control }) => ({
      Description: control.Title,
      RemediationUrl: `https://docs.aws.amazon.com/console/securityhub/${control.SecurityControlId}/remediation`,
      CurrentRegionAvailability: 'AVAILABLE',
      CustomizableProperties: [],
      ...control,
    }));
  const { items, nextToken } = page(call, definitions, standard ?? '');
  return { SecurityControlDefinitions: items, NextToken: nextToken };
}

function shownAssociation(call: Call, control: SecurityControl, standard: SecurityStandard) {
  const association = control.associations.find((candidate) => candidate.StandardsArn === standard.StandardsArn);
  if (!association) return undefined;
  return {
    SecurityControlId: control.SecurityControlId,
    SecurityControlArn: `arn:aws:securityhub:${call.region}:${call.accountId}:security-control/${control.SecurityControlId}`,
    StandardsControlTitle: control.Title,
    StandardsControlDescription: control.Description ?? control.Title,
    ...association,
  };
}

function listAssociations(call: Call, hub: SecurityHubInventory): object {
  const id = requiredText(call.input, 'SecurityControlId', INVALID);
  const control = hub.controls?.find((candidate) => candidate.SecurityControlId === id);
  if (!control) throw new AwsError('ResourceNotFoundException', `Security control ${id} was not found.`, 404);
  const associations = enabled(hub).flatMap((standard) => shownAssociation(call, control, standard) ?? []);
  const { items, nextToken } = page(call, associations, id);
  return { StandardsControlAssociationSummaries: items, NextToken: nextToken };
}

function batchGetAssociations(call: Call, hub: SecurityHubInventory): object {
  const asked = objects(call.input, 'StandardsControlAssociationIds');
  if (asked.length < 1 || asked.length > BATCH_MAX) {
    throw new AwsError(
      INVALID,
      `StandardsControlAssociationIds must have between 1 and ${BATCH_MAX} members; ${asked.length} were given.`,
    );
  }
  const details: object[] = [];
  const unprocessed: object[] = [];
  for (const id of asked) {
    const control = hub.controls?.find((candidate) => candidate.SecurityControlId === id['SecurityControlId']);
    const standard = enabled(hub).find((candidate) => candidate.StandardsArn === id['StandardsArn']);
    const shown = control && standard ? shownAssociation(call, control, standard) : undefined;
    if (shown) details.push(shown);
    else {
      unprocessed.push({
        StandardsControlAssociationId: id,
        ErrorCode: 'NOT_FOUND',
        ErrorReason: 'The security control is not part of an enabled standard of that ARN.',
      });
    }
  }
  return { StandardsControlAssociationDetails: details, UnprocessedAssociations: unprocessed };
}

function getInsights(call: Call, hub: SecurityHubInventory): object {
  const wanted = texts(call.input, 'InsightArns');
  const insights = (hub.insights ?? []).filter((insight) => !wanted || wanted.includes(insight.InsightArn));
  if (wanted && insights.length < wanted.length) {
    throw new AwsError('ResourceNotFoundException', 'An insight of that ARN was not found.', 404);
  }
  const { items, nextToken } = page(call, insights, wanted?.join(',') ?? '');
  return { Insights: items, NextToken: nextToken };
}

function getAdministrator(_: Call, { administrator }: SecurityHubInventory): object {
  return administrator === undefined ? {} : { Administrator: { MemberStatus: 'Enabled', ...administrator } };
}

function listProducts(call: Call, hub: SecurityHubInventory): object {
  const { items, nextToken } = page(call, hub.products ?? []);
  return { ProductSubscriptions: items, NextToken: nextToken };
}

/** The values that a filter of findings takes; undefined where the call has none of that name. */
function equalTo(call: Call, name: string): readonly unknown[] | undefined {
  const filters = call.input['Filters'];
  const tests = typeof filters === 'object' && filters !== null ? objects(filters as Call['input'], name) : [];
  return tests.length === 0 ? undefined : tests.map((test) => test['Value']);
}

function getFindings(call: Call, hub: SecurityHubInventory): object {
  const wanted = equalTo(call, 'ComplianceSecurityControlId');
  const statuses = equalTo(call, 'ComplianceStatus');
  if ((wanted?.length ?? 0) > 20) throw new AwsError(INVALID, 'A filter takes at most 20 values.');
  const findings = (hub.controls ?? []).flatMap(({ SecurityControlId, Title, compliance }) =>
    compliance === undefined ||
    wanted?.includes(SecurityControlId) === false ||
    statuses?.includes(compliance) === false
      ? []
      : [
          {
            SchemaVersion: '2018-10-08',
            Id: `arn:aws:securityhub:${call.region}:${call.accountId}:security-control/${SecurityControlId}/finding/1`,
            AwsAccountId: call.accountId,
            GeneratorId: `security-control/${SecurityControlId}`,
            Title,
            RecordState: 'ACTIVE',
            Compliance: { Status: compliance, SecurityControlId },
          },
        ],
  );
  const { items, nextToken } = page(call, findings, JSON.stringify(call.input['Filters'] ?? {}));
  return { Findings: items, NextToken: nextToken };
}

/** Security Hub. */
export const securityhub: ServiceDefinition = {
  name: 'securityhub',
  signingName: 'securityhub',
  iamPrefix: 'securityhub',
  wire: 'rest-json',
  throttling: { code: 'TooManyRequestsException', status: 429 },
  operations: {
    DescribeHub: { route: 'GET /accounts', handle: withHub(describeHub) },
    GetAdministratorAccount: { route: 'GET /administrator', handle: withHub(getAdministrator) },
    GetEnabledStandards: { route: 'POST /standards/get', handle: withHub(getEnabledStandards) },
    DescribeStandards: { route: 'GET /standards', handle: withHub(describeStandards) },
    DescribeStandardsControls: {
      route: 'GET /standards/controls/{StandardsSubscriptionArn+}',
      handle: withHub(describeStandardsControls),
    },
    ListSecurityControlDefinitions: { route: 'GET /securityControls/definitions', handle: withHub(listDefinitions) },
    ListStandardsControlAssociations: { route: 'GET /associations', handle: withHub(listAssociations) },
    BatchGetStandardsControlAssociations: {
      route: 'POST /associations/batchGet',
      handle: withHub(batchGetAssociations),
    },
    GetFindings: { route: 'POST /findings', handle: withHub(getFindings) },
    GetInsights: { route: 'POST /insights/get', handle: withHub(getInsights) },
    ListEnabledProductsForImport: { route: 'GET /productSubscriptions', handle: withHub(listProducts) },
  },
};
