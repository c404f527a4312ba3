import { type OwnerScope, ownersOf } from '@tripline/auth';
import { type Knex, storableJson, storableText } from '@tripline/service';
import type { FoundOrganization } from '../cloud/provider.js';
import type { Organization } from './organization-model.js';
import type { OrganizationAccountResource } from './organization-resource.js';
import type { AccountPage } from './organization-schema.js';

const TABLE = 'coverage.organizations';
const MEMBERS = 'coverage.organization_accounts';
const LONGEST_NAME = 100;
const ROWS_AT_ONCE = 5_000;

/**
 * The accounts `m` of the organisation `:organization` with the account `a` of the same owner that each is here: of several of one number, the one that was last
 * scanned.
 */
export const MEMBERS_HERE = `${MEMBERS} m
  join ${TABLE} o on o.id = m.organization_id
  join coverage.cloud_accounts through on through.id = o.account_id
  left join lateral (
    select * from coverage.cloud_accounts a where a.owner_id = through.owner_id and a.provider = through.provider
      and a.external_account_id = m.external_account_id
    order by a.last_scan_at desc nulls last, a.id limit 1
  ) a on true
  where m.organization_id = :organization`;

const READ = `select o.id, o.account_id as "accountId", a.provider, a.owner_id as "ownerId", a.team_id as "teamId", o.external_organization_id as number,
    o.management_account as "managementAccount", o.root, o.role_name as "roleName", o.external_id as "externalId", o.read_at as "readAt",
    (select count(*)::int from ${MEMBERS} m where m.organization_id = o.id) as accounts,
    (select count(*)::int from ${MEMBERS} m where m.organization_id = o.id and exists (
       select from coverage.cloud_accounts c where c.owner_id = a.owner_id and c.provider = a.provider and c.external_account_id = m.external_account_id)) as connected
  from ${TABLE} o join coverage.cloud_accounts a on a.id = o.account_id where a.owner_id = any(:owners)`;

/** The scope's organisations, by the provider's id. */
export async function listOrganizations(scope: OwnerScope, db: Knex): Promise<Organization[]> {
  const { rows } = await db.raw<{ rows: Organization[] }>(`${READ} order by number, id`, {
    owners: [...ownersOf(scope)],
  });
  return rows;
}

/** A scope's organisation, or undefined when the scope has none with this id. */
export async function findOrganization(scope: OwnerScope, db: Knex, id: string): Promise<Organization | undefined> {
  const { rows } = await db.raw<{ rows: Organization[] }>(`${READ} and o.id = :id`, {
    owners: [...ownersOf(scope)],
    id,
  });
  return rows[0];
}

/** What is stored of an organisation besides what was found. */
export interface NewOrganization {
  readonly id: string;
  readonly accountId: string;
  readonly roleName: string;
  readonly externalId: string;
}

/**
 * Stores what was found of an organisation and of its accounts, in place of what was known. One that was read through this account keeps its id and external id, also
 * where the account has changed to another organisation.
 */
export async function storeOrganization(
  trx: Knex,
  { accountId, externalId, id, roleName }: NewOrganization,
  found: FoundOrganization,
): Promise<{ readonly id: string; readonly externalId: string }> {
  const now = new Date();
  const [row] = await trx(TABLE)
    .insert({
      ...{ id, account_id: accountId, external_organization_id: found.id, role_name: roleName },
      ...{ management_account: found.managementAccount, root: found.root },
      ...{ external_id: externalId, read_at: now, created_at: now },
      policies: found.policies === null ? null : storableJson(found.policies),
    })
    .onConflict('account_id')
    .merge(['external_organization_id', 'management_account', 'root', 'role_name', 'policies', 'read_at'])
    .returning<{ id: string; external_id: string }[]>(['id', 'external_id']);
  if (row === undefined) throw new Error(`the organization ${found.id} was not stored`);
  await trx(MEMBERS).where({ organization_id: row.id }).delete();
  const members = found.members.map(({ name, number, path, status, unit }) => ({
    ...{ organization_id: row.id, external_account_id: number, status, path: [...path] },
    ...{ name: storableText(name, LONGEST_NAME), unit: storableText(unit, LONGEST_NAME * 5) },
  }));
  await trx.batchInsert(MEMBERS, members, ROWS_AT_ONCE);
  return { id: row.id, externalId: row.external_id };
}

/** Forgets an organisation. */
export async function deleteOrganization(trx: Knex, id: string): Promise<void> {
  await trx(TABLE).where({ id }).delete();
}

/** A page of an organisation's accounts, by unit and name. */
export async function listMembers(
  db: Knex,
  organization: string,
  { limit, offset }: AccountPage,
): Promise<OrganizationAccountResource[]> {
  const { rows } = await db.raw<{ rows: OrganizationAccountResource[] }>(
    `select m.external_account_id, m.name, m.status, m.unit, a.id as cloud_account_id, a.status as connection, a.last_scan_at
     from ${MEMBERS_HERE} order by m.unit, m.name, m.external_account_id limit :limit offset :offset`,
    { organization, limit, offset },
  );
  return rows;
}

/** The accounts here of an organisation that can be scanned: active, with a role or the service's own credentials. */
export async function scannableMembers(db: Knex, organization: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select a.id from ${MEMBERS_HERE} and m.status = 'active' and (a.role_arn is not null or a.own_credentials) order by a.id`,
    { organization },
  );
  return rows.map(({ id }) => id);
}
