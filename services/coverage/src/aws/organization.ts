import {
  type Account,
  DescribeOrganizationCommand,
  DescribePolicyCommand,
  ListAccountsForParentCommand,
  ListOrganizationalUnitsForParentCommand,
  ListPoliciesCommand,
  ListRootsCommand,
  ListTargetsForPolicyCommand,
  OrganizationsClient,
} from '@aws-sdk/client-organizations';
import { CallFailure, type FoundMember, type FoundOrganization, type OrganizationPolicy } from '../cloud/provider.js';
import type { AwsSession } from './sdk-session.js';
import { deniedActions } from './service-control-policy.js';

/** AWS Organizations answers in one region for all; the SDK finds the others' endpoints from it. */
const REGION = 'us-east-1';

/**
 * The organisation that the session's account manages or administers, with every account and the units that each is in.
 * @throws CallFailure with AWS's own answer: `AWSOrganizationsNotInUseException` for an account in none, an access error for one that may not know
 */
export async function readOrganization(session: AwsSession, signal: AbortSignal): Promise<FoundOrganization> {
  const reader = readerOf(session, signal);
  const { Organization: organization } = await reader.call('DescribeOrganization', (client) =>
    client.send(new DescribeOrganizationCommand({})),
  );
  const [root] = await reader.all(
    'ListRoots',
    (client, NextToken) => client.send(new ListRootsCommand({ NextToken })),
    (output) => output.Roots,
  );
  const rootId = root?.Id ?? '';
  const managementAccount = organization?.MasterAccountId ?? '';
  const members = await membersBelow(reader, [rootId], '');
  return {
    ...{ id: organization?.Id ?? '', managementAccount, root: rootId },
    policies: await readPolicies(reader),
    // Service control policies do not bind the management account.
    members: members.map((member) => (member.number === managementAccount ? { ...member, path: [] } : member)),
  };
}

/** How one session calls AWS Organizations. */
interface Reader {
  call<Output>(operation: string, run: (client: OrganizationsClient) => Promise<Output>): Promise<Output>;
  /** Every page. */
  all<Output extends { NextToken?: string | undefined }, Item>(
    operation: string,
    run: (client: OrganizationsClient, token: string | undefined) => Promise<Output>,
    itemsOf: (output: Output) => readonly Item[] | undefined,
  ): Promise<readonly Item[]>;
}

function readerOf(session: AwsSession, signal: AbortSignal): Reader {
  const client = session.client(OrganizationsClient, REGION);
  const call: Reader['call'] = (operation, run) =>
    session.call({ service: 'organizations', region: REGION, operation }, signal, () => run(client));
  return {
    call,
    async all(operation, run, itemsOf) {
      const found = [];
      let token: string | undefined;
      do {
        const output = await call(operation, () => run(client, token));
        found.push(...(itemsOf(output) ?? []));
        token = output.NextToken;
      } while (token !== undefined && token !== '');
      return found;
    },
  };
}

/** The accounts below a unit. @param path the ids of the units from the root to it @param unit their names */
async function membersBelow(reader: Reader, path: readonly string[], unit: string): Promise<readonly FoundMember[]> {
  const ParentId = path.at(-1);
  const accounts = await reader.all(
    'ListAccountsForParent',
    (client, NextToken) => client.send(new ListAccountsForParentCommand({ ParentId, NextToken })),
    (output) => output.Accounts,
  );
  const units = await reader.all(
    'ListOrganizationalUnitsForParent',
    (client, NextToken) => client.send(new ListOrganizationalUnitsForParentCommand({ ParentId, NextToken })),
    (output) => output.OrganizationalUnits,
  );
  const inUnits = await Promise.all(
    units.map(({ Id: id = '', Name: name = id }) =>
      membersBelow(reader, [...path, id], unit === '' ? name : `${unit}/${name}`),
    ),
  );
  return [...accounts.flatMap((account) => memberOf(account, path, unit)), ...inUnits.flat()];
}

/** The service control policies that forbid something; null where the role may not know them. */
async function readPolicies(reader: Reader): Promise<readonly OrganizationPolicy[] | null> {
  try {
    const listed = await reader.all(
      'ListPolicies',
      (client, NextToken) => client.send(new ListPoliciesCommand({ Filter: 'SERVICE_CONTROL_POLICY', NextToken })),
      (output) => output.Policies,
    );
    // AWS's own allows everything.
    const own = listed.filter(({ AwsManaged: isManaged }) => isManaged !== true);
    const read = await Promise.all(own.map(({ Id: id = '', Name: name = id }) => readPolicy(reader, id, name)));
    return read.filter(({ forbids, targets }) => forbids.length > 0 && targets.length > 0);
  } catch (failure) {
    if (failure instanceof CallFailure && failure.error.kind === 'access_denied') return null;
    throw failure;
  }
}

async function readPolicy(reader: Reader, PolicyId: string, name: string): Promise<OrganizationPolicy> {
  const { Policy: policy } = await reader.call('DescribePolicy', (client) =>
    client.send(new DescribePolicyCommand({ PolicyId })),
  );
  const forbids = deniedActions(policy?.Content ?? '');
  if (forbids.length === 0) return { name, targets: [], forbids };
  const targets = await reader.all(
    'ListTargetsForPolicy',
    (client, NextToken) => client.send(new ListTargetsForPolicyCommand({ PolicyId, NextToken })),
    (output) => output.Targets,
  );
  return { name, targets: targets.flatMap(({ TargetId: id }) => id ?? []), forbids };
}

/** AWS gave up `Status` for `State` in September 2026; answers may have either. */
function memberOf(
  { Id: number, Name: name, State: state, Status: status }: Account,
  path: readonly string[],
  unit: string,
): FoundMember[] {
  if (number === undefined) return [];
  const told = (state ?? status ?? 'unknown').toLowerCase();
  return [{ number, name: name ?? number, status: told, unit, path: [...path, number] }];
}
