import {
  DescribeOrganizationCommand,
  ListAccountsForParentCommand,
  ListOrganizationalUnitsForParentCommand,
  ListRootsCommand,
  OrganizationsClient,
} from '@aws-sdk/client-organizations';
import type { OrganizationInventory } from '@tripline/aws-sample';
import { assume, clientConfig, refusal, samples } from './support/sdk.js';

const start = samples();
const [MANAGEMENT, MEMBER, STRANGER] = ['100000000001', '100000000002', '100000000003'] as const;

/** Clients of three accounts, of which the first manages an organisation that the second is in. */
async function clients(more: Partial<OrganizationInventory> = {}) {
  const account = { roles: [{ name: 'reader', externalId: null }], regions: { 'us-east-1': {} } };
  const accounts = {
    [MANAGEMENT]: { name: 'management' },
    [MEMBER]: { name: 'orders', unit: 'ou-abcd-workloads' },
    '100000000009': { name: 'old', status: 'PENDING_CLOSURE' as const },
  };
  const units = [{ id: 'ou-abcd-workloads', name: 'Workloads', parent: 'r-abcd' }];
  const organization = { id: 'o-abcdefghij', root: 'r-abcd', units, accounts, ...more };
  const sample = await start({
    inventory: {
      accounts: { [MANAGEMENT]: { ...account, organization }, [MEMBER]: account, [STRANGER]: account },
    },
  });
  return async (number: string) =>
    new OrganizationsClient(clientConfig(sample, 'us-east-1', await assume(sample, number, 'reader')));
}

test('the management account lists roots, units and the accounts below each', async () => {
  const client = await (await clients())(MANAGEMENT);
  expect((await client.send(new DescribeOrganizationCommand({}))).Organization).toMatchObject({
    Id: 'o-abcdefghij',
    MasterAccountId: MANAGEMENT,
  });
  expect((await client.send(new ListRootsCommand({}))).Roots).toMatchObject([{ Id: 'r-abcd' }]);
  const units = await client.send(new ListOrganizationalUnitsForParentCommand({ ParentId: 'r-abcd' }));
  expect(units.OrganizationalUnits).toMatchObject([{ Id: 'ou-abcd-workloads', Name: 'Workloads' }]);
  const top = await client.send(new ListAccountsForParentCommand({ ParentId: 'r-abcd' }));
  expect(top.Accounts).toMatchObject([
    { Id: MANAGEMENT, State: 'ACTIVE' },
    { Name: 'old', State: 'PENDING_CLOSURE', Status: 'SUSPENDED' },
  ]);
  const below = await client.send(new ListAccountsForParentCommand({ ParentId: 'ou-abcd-workloads' }));
  expect(below.Accounts).toMatchObject([{ Id: MEMBER, Name: 'orders' }]);
  expect(await refusal(client.send(new ListAccountsForParentCommand({ ParentId: 'ou-none' })))).toMatchObject({
    name: 'ParentNotFoundException',
  });
});

test('a member may know that it is in one and no more, unless it is a delegated administrator; an account in none is told so', async () => {
  const of = await clients();
  const member = await of(MEMBER);
  await member.send(new DescribeOrganizationCommand({}));
  expect(await refusal(member.send(new ListRootsCommand({})))).toMatchObject({ name: 'AccessDeniedException' });
  const stranger = await of(STRANGER);
  expect(await refusal(stranger.send(new DescribeOrganizationCommand({})))).toMatchObject({
    name: 'AWSOrganizationsNotInUseException',
  });
  const delegated = await (await clients({ delegatedAdministrators: [MEMBER] }))(MEMBER);
  expect((await delegated.send(new ListRootsCommand({}))).Roots).toHaveLength(1);
});
