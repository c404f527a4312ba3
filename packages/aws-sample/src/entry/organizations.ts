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
    Roots: items.map((id) => ({ Id: id, Arn: arnOf(organization, `root/*/${id}`), Name: 'Root', PolicyTypes: [] })),
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
  },
};
