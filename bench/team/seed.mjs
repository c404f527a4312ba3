import { randomUUID } from 'node:crypto';
import pg from 'pg';

const PLATFORMS = [
  ...['cloud-audit-1', 'cloud-audit-2', 'cloud-audit-3', 'endpoint-sysmon', 'endpoint-security'],
  ...['endpoint-powershell', 'endpoint-auditd', 'container-audit', 'identity-1', 'waf-1'],
];
const LEVELS = ['low', 'medium', 'medium', 'high', 'high', 'critical'];
const ACTIONS = [
  'rule.generated',
  'rule.generated',
  'rule.edited',
  'rule.state_changed',
  'key.created',
  'login.failed',
];

/**
 * Fills a database with a team: members, rules over two years, audit events over one. The owner of the tables writes them in a few
 * statements, since a million rows through the service would take long.
 * @returns the team's id
 */
export async function seedTeam({ adminUrl, ownerId, members, rules, events }) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const teamId = randomUUID();
    const userIds = Array.from({ length: members - 1 }, () => randomUUID());
    await client.query(
      `insert into auth.users (id, email, email_verified, password_hash)
       select id, id::text || '@example.test', true, 'none' from unnest($1::uuid[]) as u (id)`,
      [userIds],
    );
    await client.query(`insert into auth.teams (id, name, owner_id) values ($1, 'a team', $2)`, [teamId, ownerId]);
    await client.query(
      `insert into auth.memberships (user_id, team_id, role) select id, $1, case when id = $2 then 'owner' else 'member' end from unnest($3::uuid[]) as u (id)`,
      [teamId, ownerId, [ownerId, ...userIds]],
    );
    const people = [[ownerId, ...userIds], members];
    await client.query(
      `insert into rules.rules (id, key, created_by, team_id, source_input_type, source_url, source_title, version, title, description, level, platform,
         techniques, detection_values, state, created_at, updated_at)
       select gen_random_uuid(), gen_random_uuid(), ($2::uuid[])[1 + n * 7919 % $3::integer], $1, 'url', 'https://advisories.example/' || n / 8,
         'Advisory ' || n / 8, 1, 'Suspicious thing number ' || n,
         'Looks for the thing number ' || n || ', which the advisory tells of, in the events of its platform, and for nothing else; '
           || 'administrators may do the same, and then it is theirs to say so.',
         ($4::text[])[1 + n * 31 % cardinality($4)], ($5::text[])[1 + n * 17 % cardinality($5)],
         array['T' || 1001 + n * 13 % 200, 'T' || 1001 + (n * 13 % 200 * 7 + n / 997 % 30) % 600 || '.001'], array['value ' || n, md5(n::text), 'thing.exe'],
         'draft', now() - n * ($6::interval / $7::double precision), now()
       from generate_series(1, $7::bigint) as n`,
      [teamId, ...people, LEVELS, PLATFORMS, '730 days', rules],
    );
    await client.query(
      `insert into auth.audit_log (id, at, team_id, actor_id, actor_email, action, target_type, target_id, outcome, ip, user_agent, details)
       select gen_random_uuid(), now() - n * ($5::interval / $6::double precision), $1, (($2::uuid[])[1 + n * 7919 % $3::integer])::text,
         ($2::uuid[])[1 + n * 7919 % $3::integer] || '@example.test', ($4::text[])[1 + n % cardinality($4)], 'generation', gen_random_uuid()::text, 'success',
         '192.0.2.' || n % 250, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
         json_build_object('inputType', 'url', 'url', 'https://advisories.example/' || n, 'rules', n % 40)
       from generate_series(1, $6::bigint) as n`,
      [teamId, ...people, ACTIONS, '365 days', events],
    );
    await client.query('vacuum analyze');
    return teamId;
  } finally {
    await client.end();
  }
}
