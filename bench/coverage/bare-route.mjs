// The lower bound for GET /accounts/{id}/coverage, as a separate process: a bare Express route that runs the same SQL and sends the result.
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const owner = process.env.OWNER_ID;
/** With a name the statement is prepared once per connection, as ours is. */
const named = process.env.STATEMENT_NAME ? { name: process.env.STATEMENT_NAME } : {};

const server = express()
  .get('/:id', async (req, res) => {
    const { rows } = await pool.query({
      ...named,
      text: `select a.id as account_id, a.name, a.last_scan_at, s.id, s.scan_id, s.attack_version, s.total_techniques, s.covered_techniques,
         s.partial_techniques, s.uncovered_techniques, s.unverified_techniques, s.unknown_cells, s.coverage_percent, s.average_confidence,
         s.by_tactic, s.regions, s.by_region, s.visible, s.created_at,
         array(select x.technique_id from coverage.exclusions x
           where x.account_id = a.id and x.technique_id is not null and (x.expires_at is null or x.expires_at > now())) as excluded,
         array(select distinct t.id from coverage.proof p
           join coverage.detections d on d.id = p.detection_id and d.status in ('active', 'degraded'), unnest(p.technique_ids) as t (id)
           where p.account_id = a.id and p.observed_at >= now() - interval '90 days') as proven
       from coverage.cloud_accounts as a left join lateral (
         select * from coverage.snapshots where account_id = a.id order by created_at desc, id desc limit 1
       ) as s on true
       where a.id = $1 and owner_id in ($2) limit $3`,
      values: [req.params.id, owner, 1],
    });
    res.json(rows[0]);
  })
  .listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
process.once('SIGTERM', () => process.exit());
