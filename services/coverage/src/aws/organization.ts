import {
  type Account,
  DescribeOrganizationCommand,
  ListAccountsForParentCommand,
  ListOrganizationalUnitsForParentCommand,
  ListRootsCommand,
  OrganizationsClient,
} from '@aws-sdk/client-organizations';
import type { FoundMember, FoundOrganization } from '../cloud/provider.js';
import type { AwsSession } from './sdk-session.js';

/** AWS Organizations answers in one region for all; the SDK finds the others' endpoints from it. */
const REGION = 'us-east-1';

/**
 * The organisation that the session's account manages or administers, with every account and the units that each is in.
 * @throws CallFailure with AWS's own answer: `AWSOrganizationsNotInUseException` for an account in none, an access error for one that may not know
 */
export async function readOrganization(session: AwsSession, signal: AbortSignal): Promise<FoundOrganization> {
  const client = session.client(OrganizationsClient, REGION);
  const call = <Output>(operation: string, run: () => Promise<Output>): Promise<Output> =>
    session.call({ service: 'organizations', region: REGION, operation }, signal, run);
  const all = async <Output extends { NextToken?: string | undefined }, Item>(
    operation: string,
    run: (token: string | undefined) => Promise<Output>,
    itemsOf: (output: Output) => readonly Item[] | undefined,
  ): Promise<readonly Item[]> => {
    const items: Item[] = [];
    let token: string | undefined;
    do {
      const output = await call(operation, () => run(token));
      items.push(...(itemsOf(output) ?? []));
      token = output.NextToken;
    } while (token !== undefined && token !== '');
    return items;
  };
  const below = async (parent: string, unit: string): Promise<readonly FoundMember[]> => {
    const accounts = await all(
      'ListAccountsForParent',
      (NextToken) => client.send(new ListAccountsForParentCommand({ ParentId: parent, NextToken })),
      (output) => output.Accounts,
    );
    const units = await all(
      'ListOrganizationalUnitsForParent',
      (NextToken) => client.send(new ListOrganizationalUnitsForParentCommand({ ParentId: parent, NextToken })),
      (output) => output.OrganizationalUnits,
    );
    const inUnits = await Promise.all(
      units.map(({ Id: id = '', Name: name = id }) => below(id, unit === '' ? name : `${unit}/${name}`)),
    );
    return [...accounts.flatMap((account) => memberOf(account, unit)), ...inUnits.flat()];
  };
  const { Organization: organization } = await call('DescribeOrganization', () =>
    client.send(new DescribeOrganizationCommand({})),
  );
  const [root] = await all(
    'ListRoots',
    (NextToken) => client.send(new ListRootsCommand({ NextToken })),
    (output) => output.Roots,
  );
  const rootId = root?.Id ?? '';
  return {
    id: organization?.Id ?? '',
    managementAccount: organization?.MasterAccountId ?? '',
    root: rootId,
    members: await below(rootId, ''),
  };
}

/** AWS gave up `Status` for `State` in September 2026; answers may have either. */
function memberOf({ Id: number, Name: name, State: state, Status: status }: Account, unit: string): FoundMember[] {
  if (number === undefined) return [];
  return [{ number, name: name ?? number, status: (state ?? status ?? 'unknown').toLowerCase(), unit }];
}
