import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { announce } from '@tripline/webhooks';
import { Webhook } from 'standardwebhooks';
import { headersOf, type Receiver } from '../../../packages/webhooks/test/support/receiver.js';
import { at, type Instance, makeTeam, newUser, untilInTeam, WEBHOOK_KEY } from './support/harness.js';
import { scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import { addAccount, type ScanHarness, scanOnce } from './support/scan-harness.js';
import { type Made, startWebhooks, type WebhookUses } from './support/webhooks.js';

const OTHER_KEY = 'qB6yRw0Xz4DnVt8HkLs2MjPc5GuEf1Ta';
const CELL = 'eventbridge us-east-1';
const cloud = scriptedAccount({});

let webhooks: WebhookUses;
let scans: ScanHarness;
let api: Instance;
let receiver: Receiver;
let stopCalling: () => Promise<void>;
beforeAll(async () => {
  webhooks = await startWebhooks(cloud);
  ({ api, receiver, scans } = webhooks);
  stopCalling = webhooks.startCalling();
});
afterAll(async () => {
  await stopCalling();
  await scans.close();
  await receiver.close();
});

describe('a webhook', () => {
  test('is told of a finished scan, signed so that the receiver’s library takes it for ours', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user);
    cloud.cells = { [CELL]: { detections: [] } };
    const scan = await webhooks.scanOf(user);
    const [told] = await receiver.untilCalled(made.path);
    const event = new Webhook(made.secret).verify(told!.body, headersOf(told!));
    expect(event).toMatchObject({ type: 'scan.finished', data: { id: scan, status: 'completed', trigger: 'manual' } });
    expect(() =>
      new Webhook(made.secret).verify(told!.body.replace('completed', 'failed'), headersOf(told!)),
    ).toThrow();
    const delivery = await webhooks.untilDelivery(user, made, 'delivered');
    expect(delivery).toMatchObject({ id: told!.headers['webhook-id'], attempts: 1, response_status: 204, error: null });
    expect(receiver.callsOf(made.path)).toHaveLength(1);
  });

  test('is told once of changes that have one cause, and of nothing where nothing got worse', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user, ['coverage.changed']);
    const mine = { ...scans, user };
    cloud.cells = { [CELL]: { detections: [{ name: 'r', subject: { kind: 'tagged', techniques: ['T1485'] } }] } };
    const account = await addAccount(mine);
    await scanOnce(mine, account);
    cloud.cells = { [CELL]: { detections: [] } };
    const { id: scan } = await scanOnce(mine, account);
    await scanOnce(mine, account);
    await webhooks.untilDelivery(user, made, 'delivered');
    const [told, ...others] = receiver.callsOf(made.path);
    expect(others).toEqual([]);
    const { data, type } = JSON.parse(told!.body);
    const [event] = (await webhooks.call('get', '/changes', user).expect(200)).body.events;
    expect({ data, type }).toEqual({ type: 'coverage.changed', data: event });
    expect(data).toMatchObject({ scan_id: scan, cloud_account_ids: [account], technique_ids: ['T1485'] });
  });

  test('that fails is called again later under the same id, each time signed anew, until it takes the event', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user);
    receiver.answers(made.path, 503, 302);
    await webhooks.scanOf(user);
    const calls = await receiver.untilCalled(made.path, 3);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const stamps = calls.map(({ headers }) => Number(headers['webhook-timestamp']));
    // Pauses of one and two seconds.
    expect(stamps[2]! - stamps[0]!).toBeGreaterThanOrEqual(2);
    for (const one of calls) new Webhook(made.secret).verify(one.body, headersOf(one));
    expect(await webhooks.untilDelivery(user, made, 'delivered')).toMatchObject({ attempts: 3, response_status: 204 });
    expect(receiver.callsOf('/elsewhere')).toEqual([]);
  });

  test('whose time is over has failed, and is delivered by hand under the same id', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user);
    receiver.answers(made.path, 500, 500);
    await webhooks.scanOf(user);
    await receiver.untilCalled(made.path);
    const again = (id: string) => webhooks.call('post', `/webhooks/${made.id}/deliveries/${id}/redeliver`, user);
    const [{ id }] = await webhooks.deliveriesOf(user, made);
    expect((await again(id).expect(409)).body.detail).toContain('still on its way');
    await scans
      .db('coverage.webhook_deliveries')
      .where({ id })
      .update({ asked_at: scans.db.raw("now() - interval '4 days'") });
    expect(await webhooks.untilDelivery(user, made, 'failed')).toMatchObject({
      ...{ response_status: 500, error: 'It answered with status 500.', next_attempt_at: null },
    });
    expect((await again(id).expect(200)).body).toMatchObject({ id, state: 'pending', attempts: 0 });
    const calls = await receiver.untilCalled(made.path, 3);
    expect(calls.at(-1)!.headers['webhook-id']).toBe(id);
    expect(await webhooks.untilDelivery(user, made, 'delivered')).toMatchObject({ id, attempts: 1 });
    await again(randomUUID()).expect(404);
  });

  test('is sent an example when its owner asks, signed and listed as a test, of the event that was named or its first', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user, ['scan.finished', 'coverage.changed']);
    const ask = (body: object, who = user) => webhooks.call('post', `/webhooks/${made.id}/test`, who).send(body);
    const first = (await ask({}).expect(200)).body;
    expect(first).toMatchObject({ type: 'scan.finished', test: true, state: 'pending', attempts: 0 });
    const [told] = await receiver.untilCalled(made.path);
    expect(told!.headers['webhook-id']).toBe(first.id);
    expect(new Webhook(made.secret).verify(told!.body, headersOf(told!))).toMatchObject({
      ...{ type: 'scan.finished', test: true },
      data: { status: 'completed', external_account_id: '111122223333' },
    });
    expect(await webhooks.untilDelivery(user, made, 'delivered')).toMatchObject({
      id: first.id,
      test: true,
      attempts: 1,
    });
    await ask({ event: 'coverage.changed' }).expect(200);
    const [, second] = await receiver.untilCalled(made.path, 2);
    expect(JSON.parse(second!.body)).toMatchObject({ type: 'coverage.changed', test: true, data: { techniques: 3 } });
    await ask({}, await newUser(api, 'pro')).expect(404);
    await ask({ event: 'generation.finished' }).expect(400);
    await webhooks.call('patch', `/webhooks/${made.id}`, user).send({ active: false }).expect(200);
    expect((await ask({}).expect(409)).body.detail).toContain('switched off');
  });

  test('has one test on its way; one that waits for another attempt gives way to the next', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user);
    const release = receiver.hold(made.path);
    const ask = () => webhooks.call('post', `/webhooks/${made.id}/test`, user);
    await ask().expect(200);
    await receiver.untilCalled(made.path);
    expect((await ask().expect(409)).body.detail).toBe('The test before is still on its way.');
    release();
    await webhooks.untilDelivery(user, made, 'delivered');
    await scans.db.raw(
      `insert into coverage.webhook_deliveries (id, webhook_id, type, body, is_test, state, attempts, due_at, asked_at, created_at)
       values (gen_random_uuid(), ?, 'scan.finished', '{}', true, 'pending', 1, now() + interval '1 hour', now(), now())`,
      [made.id],
    );
    await ask().expect(200);
    await webhooks.untilDelivery(user, made, 'delivered');
    expect((await webhooks.deliveriesOf(user, made)).map(({ error, state }) => [state, error])).toEqual([
      ['delivered', null],
      ['failed', 'Another test was asked for.'],
      ['delivered', null],
    ]);
  });

  test.each(['test', 'redeliver'])(
    'that is switched off while a call is asked for (%s) has none that waits',
    async (how) => {
      const user = await newUser(api, 'pro');
      const made = await webhooks.make(user);
      await webhooks.call('post', `/webhooks/${made.id}/test`, user).expect(200);
      const { id } = await webhooks.untilDelivery(user, made, 'delivered');
      const path = how === 'test' ? 'test' : `deliveries/${id}/redeliver`;
      let status: number | undefined;
      const { db } = scans;
      const asked = await db.transaction(async (trx) => {
        await trx('coverage.webhooks').where({ id: made.id }).update({ is_active: false });
        const answer = webhooks.call('post', `/webhooks/${made.id}/${path}`, user).then((answered) => {
          status = answered.status;
          return answered;
        });
        const waiting = { datname: db.raw('current_database()'), wait_event_type: 'Lock' };
        await eventually(async () => status !== undefined || (await db('pg_stat_activity').where(waiting)).length > 0);
        return { answer };
      });
      const { body, status: answered } = await asked.answer;
      expect([answered, body.detail]).toEqual([409, 'The webhook is switched off; switch it on first.']);
      expect((await webhooks.deliveriesOf(user, made)).map(({ state }) => state)).toEqual(['delivered']);
    },
  );

  test.each(['before', 'after'])(
    'that is switched off %s something is told at the same time has none that waits',
    async (order) => {
      const { db } = scans;
      const user = await newUser(api, 'pro');
      const made = await webhooks.make(user);
      const tell = (trx: typeof db): Promise<number> =>
        announce(trx, 'coverage', user.id, { type: 'scan.finished', at: new Date(), data: { id: randomUUID() } });
      const switchOff = async (): Promise<number> =>
        (await webhooks.call('patch', `/webhooks/${made.id}`, user).send({ active: false })).status;
      let isOver = false;
      const over = <T>(result: T): T => {
        isOver = true;
        return result;
      };
      const { second } = await db.transaction(async (trx) => {
        if (order === 'before') await trx('coverage.webhooks').where({ id: made.id }).update({ is_active: false });
        else expect(await tell(trx)).toBe(1);
        const second = (order === 'before' ? db.transaction(tell) : switchOff()).then(over);
        const waiting = { datname: db.raw('current_database()'), wait_event_type: 'Lock' };
        await eventually(async () => isOver || (await db('pg_stat_activity').where(waiting)).length > 0);
        return { second };
      });
      expect(await second).toBe(order === 'before' ? 0 : 200);
      const deliveries = await webhooks.deliveriesOf(user, made);
      expect(deliveries.filter(({ state }) => state === 'pending')).toEqual([]);
      expect(deliveries).toHaveLength(order === 'before' ? 0 : 1);
    },
  );

  test('whose receiver is gone for good is switched off, and told of nothing more', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user);
    receiver.answers(made.path, 410);
    await webhooks.scanOf(user);
    expect(await webhooks.untilDelivery(user, made, 'failed')).toMatchObject({ response_status: 410, attempts: 1 });
    await eventually(async () => (await webhooks.call('get', '/webhooks', user)).body.webhooks[0].active === false);
    await webhooks.scanOf(user);
    expect(await webhooks.deliveriesOf(user, made)).toHaveLength(1);
    const { body } = await webhooks.call('patch', `/webhooks/${made.id}`, user).send({ active: true }).expect(200);
    expect(body).toMatchObject({ active: true, url: webhooks.addressOf(made.path) });
    await webhooks.scanOf(user);
    await receiver.untilCalled(made.path, 2);
  });
});

describe('the secret of a webhook', () => {
  test('is shown once and kept sealed, and after a rotation both are good for a day', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user);
    const list = (await webhooks.call('get', '/webhooks', user).expect(200)).body;
    expect(list.webhooks).toMatchObject([{ id: made.id, previous_until: null }]);
    expect(JSON.stringify(list)).not.toContain('whsec_');
    const [row] = await scans.db('coverage.webhooks').where({ id: made.id }).select('secret');
    const bytes = Buffer.from(made.secret.slice('whsec_'.length), 'base64');
    expect(row.secret.includes(bytes)).toBe(false);

    const rotated = (await webhooks.call('post', `/webhooks/${made.id}/rotate`, user).expect(200)).body;
    expect(Date.parse(rotated.previous_until) - Date.now()).toBeGreaterThan(86_000_000);
    expect(rotated.secret).not.toBe(made.secret);
    await webhooks.scanOf(user);
    const [both] = await receiver.untilCalled(made.path);
    for (const secret of [made.secret, rotated.secret]) new Webhook(secret).verify(both!.body, headersOf(both!));

    await scans
      .db('coverage.webhooks')
      .where({ id: made.id })
      .update({ previous_until: scans.db.raw('now()') });
    await webhooks.scanOf(user);
    const [, one] = await receiver.untilCalled(made.path, 2);
    new Webhook(rotated.secret).verify(one!.body, headersOf(one!));
    expect(() => new Webhook(made.secret).verify(one!.body, headersOf(one!))).toThrow('No matching signature');
    await eventually(async () => {
      const row = await scans.db('coverage.webhooks').where({ id: made.id }).first('previous_secret');
      return row.previous_secret === null;
    });
  });

  test('that is no longer good is forgotten without waiting for a webhook that is just being told', async () => {
    const user = await newUser(api, 'pro');
    const [told, other] = [await webhooks.make(user), await webhooks.make(user)];
    const webhook = (made: Made) => scans.db('coverage.webhooks').where({ id: made.id });
    const isForgotten = async (made: Made): Promise<boolean> =>
      (await webhook(made).first('previous_secret')).previous_secret === null;
    await stopCalling();
    for (const made of [told, other]) {
      await webhooks.call('post', `/webhooks/${made.id}/rotate`, user).expect(200);
      await webhook(made).update({ previous_until: scans.db.raw('now()') });
    }
    await scans.db.transaction(async (trx) => {
      const event = { type: 'scan.finished', at: new Date(), data: { id: randomUUID() } };
      expect(await announce(trx, 'coverage', user.id, event, [told.id])).toBe(1);
      stopCalling = webhooks.startCalling();
      await eventually(() => isForgotten(other));
      expect(await isForgotten(told)).toBe(false);
    });
    await eventually(() => isForgotten(told));
  });

  test('can be read with the key before the one in use; without it the delivery says what to do', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user);
    await stopCalling();
    const stop = webhooks.startCalling({ WEBHOOK_KEY: OTHER_KEY });
    await webhooks.scanOf(user);
    await eventually(async () => (await webhooks.deliveriesOf(user, made))[0]?.error !== null);
    expect((await webhooks.deliveriesOf(user, made))[0].error).toContain('rotate it');
    expect(receiver.callsOf(made.path)).toEqual([]);
    await stop();
    stopCalling = webhooks.startCalling({ WEBHOOK_KEY: OTHER_KEY, WEBHOOK_KEY_PREVIOUS: WEBHOOK_KEY });
    const [told] = await receiver.untilCalled(made.path);
    new Webhook(made.secret).verify(told!.body, headersOf(told!));
    await stopCalling();
    stopCalling = webhooks.startCalling();
  });
});

describe('an address', () => {
  test.each([
    'http://10.0.0.1/hook',
    'http://169.254.169.254/latest',
    'http://localhost/hook',
    'http://[::1]/hook',
    'http://user:word@example.com/hook',
    'http://127.0.0.1:1/hook',
  ])('that leads inwards or carries a password is refused when it is given: %s', async (url) => {
    const answer = await webhooks
      .call('post', '/webhooks', scans.user)
      .send({ url, events: ['scan.finished'] })
      .expect(400);
    expect(answer.body.detail).toContain('cannot be called');
  });

  test('is checked again at each call, so that one no longer allowed is not reached', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user);
    await stopCalling();
    const stop = webhooks.startCalling({ WEBHOOK_ALLOW_HOSTS: '' });
    await webhooks.scanOf(user);
    await eventually(async () => (await webhooks.deliveriesOf(user, made))[0]?.error !== null);
    expect((await webhooks.deliveriesOf(user, made))[0].error).toContain('not a public address');
    expect(receiver.callsOf(made.path)).toEqual([]);
    await stop();
    stopCalling = webhooks.startCalling();
    await receiver.untilCalled(made.path);
  });
});

describe('webhooks', () => {
  test('are nobody else’s: another’s is 404, and a team’s are for its owner and admins', async () => {
    const [owner, member, stranger] = [
      await newUser(api, 'team'),
      await newUser(api, 'pro'),
      await newUser(api, 'pro'),
    ];
    const team = await makeTeam(scans.db, [owner, member], ['owner', 'member']);
    for (const one of [owner, member]) await untilInTeam(api, one, team);
    const made = await webhooks.make(owner);
    for (const path of [`/webhooks/${made.id}`, `/webhooks/${made.id}/rotate`]) {
      const method = path.endsWith('rotate') ? 'post' : 'delete';
      await webhooks.call(method, path, stranger).expect(404);
      await webhooks.call(method, path, member).expect(403);
    }
    await webhooks.call('get', `/webhooks/${made.id}/deliveries`, stranger).expect(404);
    await webhooks.call('get', '/webhooks', member).expect(403);
    expect((await webhooks.call('get', '/webhooks', stranger).expect(200)).body.webhooks).toEqual([]);
    await webhooks.scanOf(stranger);
    await webhooks.scanOf(owner);
    await receiver.untilCalled(made.path);
    expect(await webhooks.deliveriesOf(owner, made)).toHaveLength(1);
    await webhooks.call('post', `/webhooks/${made.id}/test`, owner).expect(200);
    await webhooks.call('delete', `/webhooks/${made.id}`, owner).expect(200);
    await webhooks.call('get', `/webhooks/${made.id}/deliveries`, owner).expect(404);
    const actions = await scans.db('auth.audit_log').where({ team_id: team, target_type: 'webhook' }).pluck('action');
    expect(actions.sort()).toEqual(['webhook.created', 'webhook.deleted', 'webhook.tested']);
  });

  test('are bounded in number, and keep their newest 500 deliveries', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user);
    await webhooks.make(user);
    await webhooks.make(user);
    const url = webhooks.addressOf('/fourth');
    const refused = await webhooks
      .call('post', '/webhooks', user)
      .send({ url, events: ['scan.finished'] })
      .expect(409);
    expect(refused.body.detail).toContain('3 is the limit');
    await scans.db.raw(
      `insert into coverage.webhook_deliveries (id, webhook_id, type, body, state, asked_at, created_at)
       select gen_random_uuid(), ?, 'scan.finished', '{}', 'failed', now(), now() - interval '1 hour' from generate_series(1, 600)`,
      [made.id],
    );
    await webhooks.scanOf(user);
    await receiver.untilCalled(made.path);
    const { total } = (await webhooks.call('get', `/webhooks/${made.id}/deliveries?limit=1`, user).expect(200)).body;
    expect(total).toBe(500);
    await scans.db.raw(
      `insert into coverage.webhook_deliveries (id, webhook_id, type, body, is_test, state, asked_at, created_at)
       select gen_random_uuid(), ?, 'scan.finished', '{}', true, 'delivered', now(), now() from generate_series(1, 30)`,
      [made.id],
    );
    await webhooks.call('post', `/webhooks/${made.id}/test`, user).expect(200);
    const kept = await scans
      .db('coverage.webhook_deliveries')
      .where({ webhook_id: made.id })
      .groupBy('is_test')
      .orderBy('is_test')
      .select('is_test', scans.db.raw('count(*)::int as n'));
    expect(kept).toEqual([
      { is_test: false, n: 500 },
      { is_test: true, n: 20 },
    ]);
    await scans.db('coverage.webhook_deliveries').where({ webhook_id: made.id, is_test: true }).delete();
    await scans
      .db('coverage.webhook_deliveries')
      .where({ webhook_id: made.id, state: 'failed' })
      .update({ created_at: scans.db.raw("now() - interval '31 days'") });
    await eventually(async () => (await webhooks.deliveriesOf(user, made)).length === 1);
  });

  test('go with their owner', async () => {
    const user = await newUser(api, 'pro');
    const made = await webhooks.make(user);
    await scans.db('auth.users').where({ id: user.id }).delete();
    expect(await scans.db('coverage.webhooks').where({ id: made.id })).toEqual([]);
  });

  test('cannot be made where the operator has set no key', async () => {
    const keyless = scans.harness.start({ WEBHOOK_KEY: undefined }, cloud);
    const answer = await webhooks
      .call('post', '/webhooks', scans.user, keyless)
      .send({ url: 'https://example.com/', events: ['scan.finished'] })
      .expect(409);
    expect(answer.body.detail).toContain('WEBHOOK_KEY');
  });

  test('take no API key', async () => {
    await api.http.get(at('/webhooks')).set(scans.user.key).expect(403);
  });
});
