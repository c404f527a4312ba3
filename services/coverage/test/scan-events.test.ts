import { eventually, serverSentEvents } from '@tripline/stack';
import { at, type Instance } from './support/harness.js';
import { scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import {
  addAccount,
  gate,
  readScan,
  resultsOf,
  type ScanHarness,
  startScan,
  useScriptedScans,
} from './support/scan-harness.js';

const cloud = scriptedAccount({});
let scans: ScanHarness;
useScriptedScans(cloud, (made) => {
  scans = made;
});

const post = (path: string, body: object = {}, headers: object = scans.user.key) =>
  scans.api.http
    .post(at(path))
    .set(headers as Record<string, string>)
    .send(body);
const get = (path: string, headers: object = scans.user.key) =>
  scans.api.http.get(at(path)).set(headers as Record<string, string>);

describe('the events of a scan', () => {
  test('report its progress and end with its results', async () => {
    const half = gate();
    cloud.cells = {
      'guardduty eu-west-1': { detections: ['one'] },
      'config eu-west-1': { detections: ['two'], until: half.opened },
    };
    const account = await addAccount(scans);
    const worker = scans.startWorker(cloud);
    const id = await startScan(scans, account);
    await eventually(async () => (await readScan(scans, id)).progress_percent === 49.5);
    const stream = get(`/scans/${id}/events`)
      .expect(200)
      .expect('content-type', /text\/event-stream/);
    const answered = stream.then(({ text }) => serverSentEvents(text));
    half.open();
    const events = await answered;
    await worker.close();
    expect(events.slice(0, -1).map(({ event }) => event)).toEqual(events.slice(1).map(() => 'progress'));
    expect(events.at(-2)?.data).toMatchObject({ id, status: 'completed', progress_percent: 100, detections_found: 2 });
    expect(events.at(-1)).toEqual({ event: 'result', data: await resultsOf(scans, id) });
    const again = await get(`/scans/${id}/events`).expect(200);
    expect(serverSentEvents(again.text).map(({ event }) => event)).toEqual(['progress', 'result']);
  });

  test('end without a result when the process stops, for the caller to connect again', async () => {
    const drain = new AbortController();
    const stopping = scans.harness.start({}, cloud, drain.signal);
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    let text = '';
    const ended = stopping.http
      .get(at(`/scans/${id}/events`))
      .set(scans.user.key)
      .buffer(true)
      .parse((res, done) => {
        res.on('data', (chunk: Buffer) => (text += chunk.toString()));
        res.on('end', () => done(null, text));
      })
      .expect(200)
      .then(() => undefined);
    await eventually(async () => text.includes('event:progress'));
    drain.abort();
    await ended;
    expect(serverSentEvents(text).map(({ event }) => event)).toEqual(['progress']);
    await stopping.http
      .head(at(`/scans/${id}/events`))
      .set(scans.user.key)
      .expect(200);
    await post(`/scans/${id}/cancel`).expect(200);
  });

  test('end with an error when the account is removed', async () => {
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    const answered = get(`/scans/${id}/events`).then(({ text }) => serverSentEvents(text));
    await eventually(
      async () => (await scans.api.http.delete(at(`/accounts/${account}`)).set(scans.user.key)).status === 200,
    );
    const events = await answered;
    expect(events.at(-1)).toEqual({ event: 'error', data: { detail: expect.stringContaining('removed') } });
  });

  test('are open to a user as often as LIMIT_STREAMS_PER_USER says, over all processes, and again once one is closed', async () => {
    const bound = { LIMIT_STREAMS_PER_USER: '2' };
    const replicas = [scans.harness.start(bound, cloud), scans.harness.start(bound, cloud)] as const;
    const id = await startScan(scans, await addAccount(scans));
    const follow = (replica: Instance, headers: object) => {
      let status = 0;
      const call = replica.http
        .get(at(`/scans/${id}/events`))
        .set(headers as Record<string, string>)
        .buffer(true)
        .parse((res, done) => {
          status = res.statusCode ?? 0;
          res.on('data', () => undefined);
          res.on('close', () => done(null, ''));
        });
      call.then(
        () => undefined,
        () => undefined,
      );
      const answered = eventually(async () => status !== 0).then(() => status);
      return { answered, close: () => call.abort() };
    };
    const [first, second] = [follow(replicas[0], scans.user.key), follow(replicas[1], scans.user.session)];
    expect([await first.answered, await second.answered]).toEqual([200, 200]);
    for (const replica of replicas) {
      const refused = await replica.http
        .get(at(`/scans/${id}/events`))
        .set(scans.user.key)
        .expect(429);
      expect(refused.body.detail).toContain('You have 2 event streams open');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    first.close();
    let third = follow(replicas[1], scans.user.key);
    await eventually(async () => {
      if ((await third.answered) === 200) return true;
      third = follow(replicas[1], scans.user.key);
      return false;
    });
    second.close();
    third.close();
    await post(`/scans/${id}/cancel`).expect(200);
  });
});
