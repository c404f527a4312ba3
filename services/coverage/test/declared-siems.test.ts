import { coverageSchemas } from '@tripline/coverage-service';
import { createDatabase, runMigrations } from '@tripline/service';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';
import { elasticRule, ndjson, sigmaRule } from './support/siem-exports.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

/** Sets a database back to before the step 0031, with rules that were declared then. */
const BEFORE = `
  drop trigger detections_end_declared_rule on coverage.detections;
  update coverage.detections set siem_rule_id = null;
  delete from coverage.siems;
  drop function coverage.end_declared_rule();
  drop function coverage.adopt_declared(uuid);
  alter table coverage.siem_rules drop column is_declared;
  alter table coverage.siem_rules drop column held_back;
  drop table coverage.siem_connections;
  drop table coverage.siem_gone_rules;
  drop index coverage.siem_rules_of_sigma;
  drop table coverage.techniques_read;
  drop function coverage.delete_techniques_read_of_owner() cascade;
  alter table coverage.organizations drop column policies;
  alter table coverage.organization_accounts drop column path;
  drop index coverage.organization_accounts_by_number;
  delete from coverage.migrations where name >= '0031';`;

describe('rules that are declared one by one are rules of a SIEM named by its kind', () => {
  let harness: Harness;
  let api: Instance;
  let accounts = 0;
  beforeAll(async () => {
    harness = await createHarness();
    api = harness.start();
  });
  afterAll(() => harness.close());

  const get = async (who: TestUser, path: string): Promise<Answer> =>
    (await api.http.get(at(path)).set(who.key).expect(200)).body;
  const newAccount = async (who: TestUser): Promise<string> => {
    const number = String(100000000000 + ++accounts);
    const role_arn = `arn:aws:iam::${number}:role/TriplineScanner`;
    const body = { name: number, provider: 'aws', external_account_id: number, role_arn };
    return (await api.http.post(at('/accounts')).set(who.key).send(body).expect(200)).body.id;
  };
  const declare = async (
    who: TestUser,
    account: string,
    siem: string,
    titles: readonly string[],
  ): Promise<string[]> => {
    const rules = titles.map((title) => sigmaRule(title, 'StopLogging'));
    const { body } = await api.http
      .post(at(`/accounts/${account}/detections`))
      .set(who.key)
      .send({ siem, rules })
      .expect(200);
    return titles.map((title) => body.detections.find(({ name }: Answer) => name === title).id);
  };
  const siemsOf = async (who: TestUser): Promise<Answer[]> => (await get(who, '/siems')).siems;
  const rulesOf = async (who: TestUser, id: string): Promise<Answer[]> => (await get(who, `/siems/${id}/rules`)).rules;

  it('also those that were declared before there were SIEMs, with their detections as they were', async () => {
    const user = await newUser(api, 'pro');
    const [first, second] = [await newAccount(user), await newAccount(user)];
    const ids = await declare(user, first, 'siem_spl', ['Trail stopped', 'Keys made']);
    await declare(user, second, 'siem_spl', ['Trail stopped']);
    await declare(user, second, 'siem_lucene', ['Bucket read']);
    const owner = createDatabase({
      url: harness.database.migrationDatabaseUrl,
      connections: 1,
      applicationName: 'test',
    });
    try {
      await owner.raw(BEFORE);
      expect(await runMigrations(owner, coverageSchemas[1]!)).toContain('0031-declared-siems');
      // As the command that migrates does: tables that are made anew are not the service's yet.
      await owner.raw('grant select, insert, update, delete on all tables in schema coverage to tripline_service');
    } finally {
      await owner.destroy();
    }
    const [elastic, splunk, ...others] = await siemsOf(user);
    expect(others).toEqual([]);
    expect(elastic).toMatchObject({ name: 'Elastic', kind: 'elastic', account_ids: [second], rules: { total: 1 } });
    expect(splunk).toMatchObject({ name: 'Splunk', kind: 'splunk', rules: { total: 2, not_read: 2 } });
    expect([...splunk.account_ids].sort()).toEqual([first, second].sort());
    const [keys, trail] = await rulesOf(user, splunk.id);
    expect(keys).toMatchObject({ name: 'Keys made', language: 'spl', place: 'declared' });
    expect(keys.accounts).toMatchObject([{ cloud_account_id: first, detection_id: ids[1] }]);
    expect(trail.accounts.map(({ cloud_account_id }: Answer) => cloud_account_id).sort()).toEqual(
      [first, second].sort(),
    );
  });

  it('is updated and not doubled when it is declared again, and gone with the last account that it is withdrawn from', async () => {
    const user = await newUser(api, 'pro');
    const account = await newAccount(user);
    const [id] = await declare(user, account, 'siem_kql', ['Trail stopped']);
    expect(await declare(user, account, 'siem_kql', ['Trail stopped'])).toEqual([id]);
    const [siem] = await siemsOf(user);
    await api.http
      .patch(at(`/siems/${siem.id}`))
      .set(user.key)
      .send({ name: 'Workspace' })
      .expect(200);
    await declare(user, account, 'siem_kql', ['Keys made']);
    expect(await siemsOf(user)).toMatchObject([{ id: siem.id, name: 'Workspace', rules: { total: 2 } }]);
    await api.http
      .delete(at(`/detections/${id}`))
      .set(user.key)
      .expect(200);
    expect(await rulesOf(user, siem.id)).toMatchObject([{ name: 'Keys made' }]);
  });

  it('makes way for what the SIEM exports, which the difference says before', async () => {
    const user = await newUser(api, 'pro');
    const account = await newAccount(user);
    await declare(user, account, 'siem_eql', ['Trail stopped']);
    const [siem] = await siemsOf(user);
    const send = async (query: string): Promise<Answer> =>
      (
        await api.http
          .post(at(`/siems/${siem.id}/import?file=rules.ndjson&${query}`))
          .set(user.key)
          .set('content-type', 'application/octet-stream')
          .send(ndjson([elasticRule('imported', 'event.dataset:aws.cloudtrail and event.action:StopLogging', {})]))
          .expect(200)
      ).body;
    const shown = await send('apply=false');
    expect(shown).toMatchObject({ new_total: 1, gone: [{ name: 'Trail stopped' }] });
    await send(`apply=true&expect=${shown.digest}`);
    expect(await rulesOf(user, siem.id)).toMatchObject([{ name: 'imported' }]);
    const { detections } = await get(user, `/accounts/${account}/detections`);
    expect(detections.map(({ name }: Answer) => name)).toEqual(['imported']);
  });

  it('does not reach other accounts that the SIEM is fed by', async () => {
    const user = await newUser(api, 'pro');
    const [first, second] = [await newAccount(user), await newAccount(user)];
    await declare(user, first, 'siem_dql', ['Trail stopped']);
    const [siem] = await siemsOf(user);
    await api.http
      .patch(at(`/siems/${siem.id}`))
      .set(user.key)
      .send({ account_ids: [first, second] })
      .expect(200);
    const [rule] = await rulesOf(user, siem.id);
    expect(rule.accounts).toMatchObject([{ cloud_account_id: first }]);
    await api.http
      .patch(at(`/siems/${siem.id}`))
      .set(user.key)
      .send({ account_ids: [second] })
      .expect(200);
    expect(await rulesOf(user, siem.id)).toEqual([]);
  });
});
