import { attackVersion, technique } from '@tripline/attack';
import type { Knex } from '@tripline/service';
import { factsOf } from '../providers/facts-of.js';
import type { Organization } from './organization-model.js';
import type {
  OrganizationAccountCoverage,
  OrganizationCoverage,
  OrganizationTechnique,
} from './organization-resource.js';
import type { AccountPage } from './organization-schema.js';
import { MEMBERS_HERE } from './organization-store.js';

/** The newest snapshot `s` of each account of the organisation. */
const COUNTED = `select m.external_account_id, m.name, m.status, m.unit, a.id as cloud_account_id, s.id as snapshot_id, s.created_at as counted_at,
    s.coverage_percent, s.covered_techniques, s.partial_techniques, s.uncovered_techniques
  from (select m.*, a.id as account_id from ${MEMBERS_HERE}) m
  left join coverage.cloud_accounts a on a.id = m.account_id
  left join lateral (select * from coverage.snapshots where account_id = a.id order by created_at desc, id desc limit 1) s on m.status = 'active'`;

const UNKNOWN = "t.status = 'uncovered' and t.is_unverified";

/** In how many accounts a technique has each state; those that exclude it are told apart where they do not cover it. */
const TECHNIQUES = `with counted as materialized (${COUNTED})
  select t.technique_id,
    (count(*) filter (where t.status = 'covered'))::int as covered_in,
    (count(*) filter (where t.status = 'partial' and not x.excluded))::int as partial_in,
    (count(*) filter (where ${UNKNOWN} and not x.excluded))::int as unknown_in,
    (count(*) filter (where t.status = 'uncovered' and not t.is_unverified and not x.excluded))::int as uncovered_in,
    (count(*) filter (where t.status <> 'covered' and x.excluded))::int as excluded_in
  from counted c join coverage.snapshot_techniques t on t.snapshot_id = c.snapshot_id
    cross join lateral (select exists (select from coverage.exclusions e where e.account_id = c.cloud_account_id and e.technique_id = t.technique_id
      and (e.expires_at is null or e.expires_at > now())) as excluded) x
  group by t.technique_id`;

const ACCOUNTS = `with counted as materialized (${COUNTED})
  select c.external_account_id, c.name, c.status, c.unit, c.cloud_account_id, c.covered_techniques, c.partial_techniques,
    u.unknown as unknown_techniques, c.uncovered_techniques - u.unknown as uncovered_techniques, c.coverage_percent, c.counted_at,
    (count(*) over ())::int as total,
    (count(*) filter (where c.status = 'active') over ())::int as active,
    (count(c.snapshot_id) over ())::int as counted
  from counted c left join lateral (
    select count(*)::int as unknown from coverage.snapshot_techniques t where t.snapshot_id = c.snapshot_id and ${UNKNOWN}
  ) u on c.snapshot_id is not null
  order by c.coverage_percent asc nulls last, c.unit, c.name, c.external_account_id`;

/** What an organisation covers, by the newest snapshot of each of its accounts. */
export async function organizationCoverage(
  db: Knex,
  organization: Organization,
  { limit, offset }: AccountPage,
): Promise<OrganizationCoverage> {
  const [inAccounts, accounts] = await Promise.all([
    db.raw<{ rows: Omit<OrganizationTechnique, 'name'>[] }>(TECHNIQUES, { organization: organization.id }),
    db.raw<{ rows: (OrganizationAccountCoverage & { total: number; active: number; counted: number })[] }>(ACCOUNTS, {
      organization: organization.id,
    }),
  ]);
  const counted = accounts.rows[0]?.counted ?? 0;
  const known = factsOf(organization.provider).techniques();
  const shown = new Map(inAccounts.rows.map((row) => [row.technique_id, row]));
  // A technique that has come with a newer ATT&CK is in no snapshot yet.
  const techniques = known.flatMap(({ id }) => shown.get(id) ?? []);
  const covered = techniques.reduce((sum, { covered_in }) => sum + covered_in, 0);
  const everywhere = techniques.filter(({ covered_in }) => covered_in > 0 && covered_in === counted).length;
  const nowhere = techniques.filter(({ covered_in }) => covered_in === 0).length;
  return {
    organization_id: organization.id,
    attack_version: attackVersion(),
    active_accounts: accounts.rows[0]?.active ?? 0,
    counted_accounts: counted,
    total_techniques: techniques.length,
    covered_everywhere: everywhere,
    covered_somewhere: techniques.length - everywhere - nowhere,
    covered_nowhere: nowhere,
    coverage_percent: techniques.length === 0 ? 0 : Math.round((1000 * covered) / (techniques.length * counted)) / 10,
    techniques: techniques
      .map((row) => ({ ...row, name: technique(row.technique_id)?.name ?? row.technique_id }))
      .sort((a, b) => a.covered_in - b.covered_in || (a.technique_id < b.technique_id ? -1 : 1)),
    accounts: accounts.rows
      .slice(offset, offset + limit)
      .map(({ active: _active, counted: _counted, total: _total, ...row }) => row),
    total: accounts.rows.length,
  };
}
