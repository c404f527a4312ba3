import { randomUUID } from 'node:crypto';
import {
  appendAudit,
  createLocalUser,
  redactDeletedUsers,
  sealAudit,
  verifyAudit,
  verifyAuditIn,
} from '@tripline/auth';
import { createDatabase, type Knex } from '@tripline/service';
import { createTestDatabase, type TestDatabase } from '@tripline/stack';
import fc from 'fast-check';
import { newEmail, PASSWORD } from './support/harness.js';

let database: TestDatabase;
/** As the services' role, and as the role that owns the tables. */
let service: Knex;
let owner: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  service = createDatabase({ url: database.databaseUrl, connections: 3, applicationName: 'test' });
  owner = createDatabase({ url: database.migrationDatabaseUrl, connections: 3, applicationName: 'test' });
});
afterAll(async () => {
  await Promise.all([service.destroy(), owner.destroy()]);
  await database.drop();
});

/** Lets the minute of everything that was noted be over. */
const age = () => owner('auth.audit_unsealed').update({ minute: owner.raw("minute - interval '1 minute'") });
const seal = async () => {
  await age();
  return sealAudit(service);
};
const record = (teamId: string, details: Record<string, unknown> = {}, db: Knex = service) =>
  appendAudit(db, {
    action: 'test.happened',
    actor: { id: randomUUID(), email: 'ada@example.test', teamId, ip: '203.0.113.7', userAgent: 'curl/8.5.0' },
    target: { type: 'thing', id: 'one' },
    details,
  });
const verify = (teamId: string) => verifyAudit({ teamId }, service);

/** A team with three sealed minutes of two events each and one event that waits. */
async function sealedTeam() {
  const teamId = randomUUID();
  const events: string[] = [];
  for (let minute = 0; minute < 3; minute += 1) {
    events.push(await record(teamId, { n: minute }), await record(teamId, { email: 'guest@example.test' }));
    await seal();
  }
  events.push(await record(teamId));
  return { teamId, events };
}

/** Does something to the tables as their owner who has switched all triggers off, looks, and takes it back. */
async function tampered(teamId: string, change: (trx: Knex.Transaction) => Promise<unknown>) {
  const trx = await owner.transaction();
  try {
    for (const table of ['audit_log', 'audit_seals']) await trx.raw(`alter table auth.${table} disable trigger user`);
    await change(trx);
    return await verifyAuditIn({ teamId }, trx);
  } finally {
    await trx.rollback();
  }
}

describe('seals of the audit log', () => {
  test('hold every event once its minute is over, in one chain per team', async () => {
    const { teamId } = await sealedTeam();
    expect(await verify(teamId)).toMatchObject({
      ...{ intact: true, faults: [], sealedEvents: 6, unsealedEvents: 1, redactedEvents: 0 },
      head: { position: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    await seal();
    expect(await verify(teamId)).toMatchObject({ intact: true, sealedEvents: 7, unsealedEvents: 0 });
    const seals = await service('auth.audit_seals').where({ owner: teamId }).orderBy('position');
    expect(seals.map(({ previous_hash: previous }) => previous)).toEqual([
      null,
      ...seals.slice(0, -1).map(({ hash }) => hash),
    ]);
  });

  test('include events that commit after their minute was sealed, and wait for no transaction', async () => {
    const teamId = randomUUID();
    const late = await service.transaction();
    const id = await record(teamId, {}, late);
    await record(teamId);
    await seal();
    expect(await verify(teamId)).toMatchObject({ intact: true, sealedEvents: 1 });
    await late.commit();
    expect(await verify(teamId)).toMatchObject({ intact: true, sealedEvents: 1, unsealedEvents: 1 });
    await seal();
    expect(await verify(teamId)).toMatchObject({ intact: true, sealedEvents: 2, unsealedEvents: 0 });
    const last = await service('auth.audit_seals').where({ owner: teamId }).orderBy('position', 'desc').first();
    expect(last.event_ids).toEqual([id]);
  });

  test('are one chain, whoever seals at the same moment', async () => {
    const teamId = randomUUID();
    for (let round = 0; round < 5; round += 1) {
      await record(teamId);
      await age();
      await Promise.all([sealAudit(service), sealAudit(service), sealAudit(service)]);
    }
    await seal();
    expect(await verify(teamId)).toMatchObject({ intact: true, sealedEvents: 5 });
  });

  test("cannot be made or changed by the services' role, nor the note of an event", async () => {
    const { teamId } = await sealedTeam();
    const mine = { owner: teamId };
    await expect(service('auth.audit_seals').where(mine).delete()).rejects.toThrow('permission denied');
    await expect(service('auth.audit_seals').where(mine).update({ minute: new Date() })).rejects.toThrow(
      'permission denied',
    );
    await expect(service('auth.audit_unsealed').where(mine).delete()).rejects.toThrow('permission denied');
    await expect(owner('auth.audit_seals').where(mine).delete()).rejects.toThrow('never changed');
    await expect(owner.raw('truncate auth.audit_seals')).rejects.toThrow('never changed');
  });
});

describe('any single change', () => {
  /** Columns of an event with another value for each. */
  const OTHER: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    at: "at + interval '1 microsecond'",
    team_id: 'gen_random_uuid()',
    actor_id: "coalesce(actor_id, '') || 'x'",
    actor_email: "'eve@example.test'",
    action: "action || 'x'",
    target_type: "coalesce(target_type, '') || 'x'",
    target_id: "coalesce(target_id, '') || 'x'",
    outcome: "case outcome when 'success' then 'failure' else 'success' end",
    ip: 'null',
    user_agent: "coalesce(user_agent, '') || 'x'",
    details: `details || '{"more": 1}'`,
    actor_salt: 'gen_random_uuid()',
    named_salt: 'null',
    actor_digest: 'auth.audit_actor_digest(audit_log)',
    named_digest: 'auth.audit_named_digest(audit_log)',
  };
  const OTHER_OF_SEAL: Readonly<Record<string, string>> = {
    owner: "owner || 'x'",
    position: 'position + 10',
    minute: "minute + interval '1 minute'",
    event_ids: 'event_ids[2:]',
    event_hashes: 'event_hashes[2:]',
    previous_hash: "coalesce(previous_hash, '') || '\\x00'",
    sealed_at: "sealed_at + interval '1 second'",
    hash: "hash || '\\x00'",
  };

  test('of an event, sealed or not, is found and named', async () => {
    const { events, teamId } = await sealedTeam();
    const property = fc.asyncProperty(
      fc.constantFrom(...events),
      fc.constantFrom(...Object.keys(OTHER)),
      async (id, column) => {
        const found = await tampered(teamId, (trx) =>
          trx.raw(`update auth.audit_log set ${column} = ${OTHER[column]} where id = ?`, [id]),
        );
        expect(found.intact).toBe(false);
        expect(found.faults).toContainEqual(
          expect.objectContaining({ kind: column === 'id' ? 'event_removed' : 'event_changed', eventId: id }),
        );
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  test('of a seal is found where it is', async () => {
    const { teamId } = await sealedTeam();
    const property = fc.asyncProperty(
      fc.constantFrom(1, 2, 3),
      fc.constantFrom(...Object.keys(OTHER_OF_SEAL)),
      async (position, column) => {
        const found = await tampered(teamId, (trx) =>
          trx.raw(`update auth.audit_seals set ${column} = ${OTHER_OF_SEAL[column]} where owner = ? and position = ?`, [
            teamId,
            position,
          ]),
        );
        expect(found.intact).toBe(false);
        // The last of a chain can go without a gap; its events are then in no seal.
        const named = found.faults.filter(({ kind, seal: at }) => at === position || kind === 'event_added');
        expect(named).not.toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  test('by which an event is removed or added is found and named', async () => {
    const { events, teamId } = await sealedTeam();
    for (const id of events) {
      const found = await tampered(teamId, (trx) => trx('auth.audit_log').where({ id }).delete());
      expect(found.faults).toEqual([expect.objectContaining({ kind: 'event_removed', eventId: id })]);
    }
    const id = randomUUID();
    const forged = { id, team_id: teamId, action: 'test.forged', outcome: 'success' };
    for (const at of [new Date(), new Date(Date.now() - 86_400_000)]) {
      const found = await tampered(teamId, (trx) => trx('auth.audit_log').insert({ ...forged, at }));
      expect(found.faults).toEqual([expect.objectContaining({ kind: 'event_added', seal: null, eventId: id })]);
    }
  });

  test('by which a seal is removed is found, also of the last', async () => {
    const { teamId } = await sealedTeam();
    for (const position of [1, 2, 3]) {
      const found = await tampered(teamId, (trx) =>
        trx('auth.audit_seals').where({ owner: teamId, position }).delete(),
      );
      expect(found.faults.filter(({ kind }) => kind === 'event_added')).toHaveLength(2);
      expect(found.faults.some(({ kind, seal: at }) => kind === 'seal_removed' && at === position)).toBe(position < 3);
    }
  });

  test('of the log of another team is not reported for this one', async () => {
    const [mine, theirs] = [await sealedTeam(), await sealedTeam()];
    const found = await tampered(mine.teamId, (trx) =>
      trx('auth.audit_log').where({ team_id: theirs.teamId }).delete(),
    );
    expect(found.intact).toBe(true);
  });
});

describe('of an account that was deleted long ago', () => {
  test('the log keeps only the id, and its seals stay valid', async () => {
    const user = await createLocalUser(service, { email: newEmail(), password: PASSWORD, tier: 'pro' });
    const { email, userId } = user;
    const teamId = randomUUID();
    const actor = { id: userId, email, teamId, ip: '203.0.113.9', userAgent: 'curl/8.5.0' };
    const other = { id: randomUUID(), email: 'lead@example.test', teamId, ip: '203.0.113.10' };
    await appendAudit(service, { action: 'test.sealed', actor });
    await appendAudit(service, { action: 'test.named', actor: other, details: { email, role: 'member' } });
    await seal();
    await appendAudit(service, { action: 'test.waits', actor });
    await service('auth.users').where({ id: userId }).delete();
    await service('auth.deleted_users').insert({ id: userId, email });
    const log = () => service('auth.audit_log').where({ team_id: teamId }).orderBy('id');

    expect(await redactDeletedUsers(service, 365)).toBe(0);
    expect(JSON.stringify(await log())).toContain(email);
    // By now the address may be somebody else's.
    const later = await appendAudit(service, {
      action: 'test.later',
      actor: { ...other, teamId: randomUUID() },
      details: { email },
    });
    await redactDeletedUsers(service, 0);
    expect(await service('auth.deleted_users').where({ id: userId })).toEqual([]);
    expect(await service('auth.audit_log').where({ id: later }).first()).toMatchObject({ details: { email } });
    const rows = await log();
    expect(rows).toMatchObject([
      { actor_id: userId, actor_email: null, ip: null, user_agent: null, actor_salt: null },
      { actor_id: other.id, actor_email: other.email, ip: other.ip, details: { role: 'member' } },
      { actor_id: userId, actor_email: null, ip: null, user_agent: null },
    ]);
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(await verify(teamId)).toMatchObject({ intact: true, redactedEvents: 3 });
    await seal();
    expect(await verify(teamId)).toMatchObject({ intact: true, sealedEvents: 3 });
  });

  test('no other change to an event is allowed', async () => {
    const teamId = randomUUID();
    const id = await record(teamId);
    const change = (columns: object) => owner('auth.audit_log').where({ id }).update(columns);
    const gone = { actor_salt: null, actor_email: null, ip: null, user_agent: null };
    const { rows } = await owner.raw('select auth.audit_actor_digest(l) as digest from auth.audit_log l where id = ?', [
      id,
    ]);
    const { digest } = rows[0];
    await expect(change({ ...gone, actor_digest: Buffer.from('another') })).rejects.toThrow('inserts only');
    await expect(change({ ...gone, actor_digest: digest, outcome: 'failure' })).rejects.toThrow('inserts only');
    await expect(change({ actor_digest: digest })).rejects.toThrow('inserts only');
    await change({ ...gone, actor_digest: digest });
    await expect(change({ actor_email: 'eve@example.test' })).rejects.toThrow('inserts only');
    expect(await verify(teamId)).toMatchObject({ intact: true, redactedEvents: 1 });
  });
});
