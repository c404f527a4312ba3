import pg from 'pg';

/** The figures of team analytics, each by the most obvious statement. */
export async function plainAnalytics(db, teamId) {
  const statements = [
    'select count(*) from rules.rules where team_id = ?',
    `select count(*) from rules.rules where team_id = ? and created_at > now() - interval '30 days'`,
    `select id, count(*) from (select unnest(techniques) as id from rules.rules where team_id = ?) as t group by id order by 2 desc limit 10`,
    'select platform, count(*) from rules.rules where team_id = ? group by platform',
    'select level, count(*) from rules.rules where team_id = ? group by level',
    'select created_by, count(*), max(created_at) from rules.rules where team_id = ? group by created_by',
    `select date_trunc('day', created_at), count(*) from rules.rules where team_id = ? and created_at > now() - interval '30 days' group by 1`,
  ];
  for (const statement of statements) await db.raw(statement, [teamId]);
}

/** Reads a team's whole log with a cursor of the bare driver, and does nothing with it. */
export async function plainExport(url, teamId) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `declare events cursor for select * from auth.audit_log where team_id = '${teamId}' order by at desc, id desc`,
    );
    for (;;) {
      const { rowCount } = await client.query('fetch 1000 from events');
      if (rowCount === 0) break;
    }
    await client.query('rollback');
  } finally {
    await client.end();
  }
}
