import { randomUUID } from 'node:crypto';
import { appendAudit } from '@tripline/auth';
import { createDatabase, type Knex } from '@tripline/service';
import { createTestDatabase, type TestDatabase } from '@tripline/stack';

let database: TestDatabase;
let service: Knex;
let owner: Knex;

beforeAll(async () => {
  database = await createTestDatabase();
  service = createDatabase({ url: database.databaseUrl, connections: 2, applicationName: 'test' });
  owner = createDatabase({ url: database.migrationDatabaseUrl, connections: 2, applicationName: 'test' });
});
afterAll(async () => {
  await Promise.all([service.destroy(), owner.destroy()]);
  await database.drop();
});

describe('the audit log', () => {
  test("takes inserts from the services' role, and no update, delete or truncate", async () => {
    await appendAudit(service, { action: 'test.happened', actor: { id: 'admin', email: null } });
    const where = { action: 'test.happened' };
    await expect(service('auth.audit_log').where(where).update({ outcome: 'failure' })).rejects.toThrow(
      'permission denied',
    );
    await expect(service('auth.audit_log').where(where).delete()).rejects.toThrow('permission denied');
    await expect(service.raw('truncate auth.audit_log')).rejects.toThrow('permission denied');
    await expect(service.raw('drop table auth.audit_log')).rejects.toThrow('must be owner');
    await expect(service.raw('alter table auth.audit_log disable trigger all')).rejects.toThrow('must be owner');
    const { id } = await service('auth.audit_log').where(where).first();
    const again = service('auth.audit_log').insert({ id, action: 'test.other', outcome: 'success' });
    await expect(again.onConflict('id').merge()).rejects.toThrow('permission denied');
    expect(await service('auth.audit_log').where(where)).toHaveLength(1);
  });

  test("refuses a time set by the services' role: the database sets it", async () => {
    const event = { id: randomUUID(), action: 'test.backdated', outcome: 'success' };
    const backdated = { ...event, at: new Date('2020-01-01T00:00:00Z') };
    await expect(service('auth.audit_log').insert(backdated)).rejects.toThrow('permission denied');
    await service('auth.audit_log').insert(event);
    const { rows } = await service.raw(
      `select now() - at < interval '1 minute' as recent from auth.audit_log where id = ?`,
      [event.id],
    );
    expect(rows).toEqual([{ recent: true }]);
  });

  test('refuses changes by the role that owns it, too', async () => {
    await appendAudit(owner, { action: 'test.owned', actor: { id: 'admin', email: null } });
    await expect(owner('auth.audit_log').update({ outcome: 'failure' })).rejects.toThrow('inserts only');
    await expect(owner('auth.audit_log').delete()).rejects.toThrow('inserts only');
    await expect(owner.raw('truncate auth.audit_log')).rejects.toThrow('inserts only');
  });

  test('keeps what was recorded in a transaction only if the transaction holds', async () => {
    const undone = service.transaction(async (trx) => {
      await appendAudit(trx, { action: 'test.undone', actor: { id: 'admin', email: null } });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await service('auth.audit_log').where({ action: 'test.undone' })).toHaveLength(0);
  });
});
