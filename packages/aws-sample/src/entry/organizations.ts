import { AwsError } from '../aws-error.js';
import type { Call, ServiceDefinition } from '../call.js';
import { requiredText } from '../input.js';
import type { OrganizationInventory } from '../inventory.js';
import { pageOf } from '../paging.js';

/** The organisation that the caller's account is of. @throws AwsError `AWSOrganizationsNotInUseException`, as AWS for one that is in none */
function organizationOf({ accountId, inventory }: Call): Managed {
  for (const [managementAccount, { organization }] of Object.entries(inventory.accounts)) {
    if (organization && Object.hasOwn(organization.accounts, accountId)) return { ...organization, managementAccount };
  }
  throw new AwsError('AWSOrganizationsNotInUseException', 'Your account is not a member of an organization.');
}

/** An organisation with the account that manages it. */
type Managed = OrganizationInventory & { readonly managementAccount: string };

/** The same, for what only the management account and delegated administrators may read. */
function administered(call: Call): Managed {
  const organization = organizationOf(call);
  const { delegatedAdministrators = [], managementAccount } = organization;
  if (call.accountId !== managementAccount && !delegatedAdministrators.includes(call.accountId))
    throw new AwsError('AccessDeniedException', "You don't have permissions to access this resource.");
  return organization;
}

const arnOf = ({ id, managementAccount }: Managed, rest: string): string =>
  `arn:aws:organizations::${managementAccount}:${rest.replace('*', id)}`;

function describeOrganization(call: Call): object {
  const organization = organizationOf(call);
  const { id, managementAccount } = organization;
  return {
    Organization: {
      Id: id,
      Arn: arnOf(organization, 'organization/*'),
      FeatureSet: 'ALL',
      MasterAccountId: managementAccount,
      MasterAccountArn: arnOf(organization, `account/*/${managementAccount}`),
    },
  };
}

function page<Item>(call: Call, items: readonly Item[], parent: string) {
  return pageOf(call, items, {
    sizeMember: 'MaxResults',
    max: 20,
    tokenError: 'InvalidInputException',
    sizeError: 'InvalidInputException',
    scope: parent,
  });
}

function listRoots(call: Call): object {
  const organization = administered(call);
  const { items, nextToken } = page(call, [organization.root], 'root');
  return {
    Roots: items.map((id) => ({
      Id: id,
      Arn: arnOf(organization, `root/*/${id}`),
      Name: 'Root',
      PolicyTypes: [{ Type: 'SERVICE_CONTROL_POLICY', Status: 'ENABLED' }],
    })),
    NextToken: nextToken,
  };
}

/** The parent that a call names. @throws AwsError `ParentNotFoundException` */
function parentOf(call: Call, { root, units = [] }: OrganizationInventory): string {
  const parent = requiredText(call.input, 'ParentId', 'InvalidInputException');
  if (parent !== root && !units.some(({ id }) => id === parent))
    throw new AwsError('ParentNotFoundException', 'You specified parent that does not exist.');
  return parent;
}

function listUnits(call: Call): object {
  const organization = administered(call);
  const parent = parentOf(call, organization);
  const units = (organization.units ?? []).filter((unit) => unit.parent === parent);
  const { items, nextToken } = page(call, units, parent);
  return {
    OrganizationalUnits: items.map(({ id, name }) => ({ Id: id, Arn: arnOf(organization, `ou/*/${id}`), Name: name })),
    NextToken: nextToken,
  };
}

function listAccounts(call: Call): object {
  const organization = administered(call);
  const parent = parentOf(call, organization);
  const accounts = Object.entries(organization.accounts).filter(([, { unit = organization.root }]) => unit === parent);
  const { items, nextToken } = page(call, accounts, parent);
  return {
    Accounts: items.map(([id, { name, status = 'ACTIVE' }]) => ({
      Id: id,
      Arn: arnOf(organization, `account/*/${id}`),
      Name: name,
      Status: status === 'PENDING_CLOSURE' ? 'SUSPENDED' : status,
      State: status === 'CLOSED' ? 'CLOSED' : status,
      JoinedMethod: 'CREATED',
    })),
    NextToken: nextToken,
  };
}

const ALLOW_ALL = {
  id: 'p-FullAWSAccess',
  name: 'FullAWSAccess',
  content: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] },
};

function summaryOf(organization: Managed, { id, name }: { readonly id: string; readonly name: string }): object {
  const isManaged = id === ALLOW_ALL.id;
  const arn = isManaged
    ? `arn:aws:organizations::aws:policy/service_control_policy/${id}`
    : arnOf(organization, `policy/*/service_control_policy/${id}`);
  return { Id: id, Arn: arn, Name: name, Description: '', Type: 'SERVICE_CONTROL_POLICY', AwsManaged: isManaged };
}

function listPolicies(call: Call): object {
  const organization = administered(call);
  const filter = requiredText(call.input, 'Filter', 'InvalidInputException');
  const own = filter === 'SERVICE_CONTROL_POLICY' ? [ALLOW_ALL, ...(organization.policies ?? [])] : [];
  const { items, nextToken } = page(call, own, filter);
  return { Policies: items.map((policy) => summaryOf(organization, policy)), NextToken: nextToken };
}

/** The policy that a call names. @throws AwsError `PolicyNotFoundException` */
function policyOf(call: Call, { policies = [], root }: OrganizationInventory) {
  const wanted = requiredText(call.input, 'PolicyId', 'InvalidInputException');
  const found = [{ ...ALLOW_ALL, targets: [root] }, ...policies].find(({ id }) => id === wanted);
  if (found === undefined)
    throw new AwsError('PolicyNotFoundException', `We can't find a policy with the PolicyId that you specified.`);
  return found;
}

function describePolicy(call: Call): object {
  const organization = administered(call);
  const policy = policyOf(call, organization);
  return { Policy: { PolicySummary: summaryOf(organization, policy), Content: JSON.stringify(policy.content) } };
}

function listTargets(call: Call): object {
  const organization = administered(call);
  const policy = policyOf(call, organization);
  const { items, nextToken } = page(call, policy.targets, policy.id);
  const targets = items.map((id) => {
    const unit = organization.units?.find((one) => one.id === id);
    if (unit !== undefined) return { id, name: unit.name, type: 'ORGANIZATIONAL_UNIT', kind: 'ou' };
    const account = organization.accounts[id];
    return account === undefined
      ? { id, name: 'Root', type: 'ROOT', kind: 'root' }
      : { id, name: account.name, type: 'ACCOUNT', kind: 'account' };
  });
  return {
    Targets: targets.map(({ id, kind, name, type }) => ({
      TargetId: id,
      Arn: arnOf(organization, `${kind}/*/${id}`),
      Name: name,
      Type: type,
    })),
    NextToken: nextToken,
  };
}

/** AWS Organizations: who is in it, for those who may know. */
export const organizations: ServiceDefinition = {
  name: 'organizations',
  signingName: 'organizations',
  iamPrefix: 'organizations',
  wire: 'json-1.1',
  target: 'AWSOrganizationsV20161128',
  throttling: { code: 'TooManyRequestsException', status: 400 },
  global: true,
  operations: {
    DescribeOrganization: { handle: describeOrganization },
    ListRoots: { handle: listRoots },
    ListOrganizationalUnitsForParent: { handle: listUnits },
    ListAccountsForParent: { handle: listAccounts },
    ListPolicies: { handle: listPolicies },
    DescribePolicy: { handle: describePolicy },
    ListTargetsForPolicy: { handle: listTargets },
  },
};
