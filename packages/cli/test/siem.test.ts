import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { folderWith, removeFolders, tripline } from './support/tripline.js';

// The service's own tests cover its answers. This one covers what the command does with them.
const ACCOUNT = { id: '0190a0a0-0000-7000-8000-000000000001', name: 'production', external_account_id: '111122223333' };
const RULES = { total: 3, can_fire: 1, never_fires: 1, unknown: 1, read_whole: 2, read_in_part: 1, not_read: 0 };
const SIEM = { id: '0190a0a0-0000-7000-8000-000000000002', name: 'SOC', kind: 'splunk', account_ids: [], rules: RULES };
const DIFF = {
  ...{ siem_id: SIEM.id, applied: false, digest: 'x' },
  ...{ new_total: 1, changed_total: 1, gone_total: 1, unread_total: 1, same_total: 7 },
  new: [{ key: 'a', name: 'Trail stopped', place: 'x' }],
  changed: [{ key: 'b', name: 'Keys of a user', place: 'x', fields: ['query', 'state'] }],
  gone: [{ key: 'c', name: 'Old one' }],
  unread: [{ place: 'savedsearches.conf:9 [x]', reason: 'the stanza has no search' }],
  warnings: [{ kind: 'outdated', text: 'Change_Analysis is Change now: Trail stopped.' }],
  read: { whole: 8, part: 1, none: 0 },
};
const COUNTS = {
  can_fire: [
    { value: 'no', total: 430 },
    { value: 'yes', total: 20 },
  ],
  reason: [{ value: 'log_missing', total: 430 }],
  read: [{ value: 'whole', total: 450 }],
};
const EXPORT = '[Trail stopped]\nsearch = ÿ\u0001\n';

let server: Server;
let env: Readonly<Record<string, string>>;
let asked: { line: string; body: Buffer }[];
let siems: object[];
beforeEach(async () => {
  asked = [];
  siems = [SIEM];
  server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const line = `${req.method} ${req.url}`;
    asked.push({ line, body: Buffer.concat(chunks) });
    const answer = answerTo(line);
    res.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    res.end(JSON.stringify(answer ?? { detail: `nothing at ${line}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  env = {
    TRIPLINE_COVERAGE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TRIPLINE_API_KEY: 'tripline_live_test',
  };
});
afterEach(async () => {
  removeFolders();
  await new Promise((resolve) => server.close(resolve));
});

function answerTo(line: string): object | undefined {
  if (line.startsWith('GET /accounts?')) return { accounts: [ACCOUNT], total: 1 };
  if (line.startsWith('GET /siems?')) return { siems, total: siems.length };
  if (line === 'POST /siems') return SIEM;
  if (line.startsWith(`POST /siems/${SIEM.id}/import?`)) return { ...DIFF, applied: line.endsWith('apply=true') };
  if (line.startsWith(`POST /siems/${SIEM.id}/connection/import?`))
    return { ...DIFF, applied: line.endsWith('apply=true') };
  if (line.startsWith(`GET /siems/${SIEM.id}/rules?`)) {
    const page = Number(new URL(line.slice(4), env['TRIPLINE_COVERAGE_URL']).searchParams.get('page'));
    const rule = (_: unknown, index: number) => ({
      name: `Old one ${200 * (page - 1) + index + 1}`,
      can_fire: 'no',
      reason: 'log_missing',
      reason_detail: 'GetObject does not arrive.',
      held_back: index === 0 ? ['after an alert it is quiet for 1h'] : [],
    });
    return { rules: Array.from({ length: page === 3 ? 50 : 200 }, rule), total: 450, counts: COUNTS };
  }
  if (line === 'POST /siems/overlap') {
    const covering = { siem_id: SIEM.id, siem_name: 'SOC', rule_id: SIEM.id, name: 'Shadows deleted', can_fire: 'yes' };
    return { rules: JSON.parse(String(asked.at(-1)?.body)).rules.map(() => ({ covered_by: [covering] })) };
  }
  if (line === 'POST /siems/drift') return { rules: JSON.parse(String(asked.at(-1)?.body)).rules.map(driftOf) };
  return undefined;
}

/** What became of a rule: of the one that is named in the SIEM it was edited, of others nothing is known. */
const driftOf = ({ sigma }: { sigma: string }): object => ({
  sigma: [...sigma.matchAll(/^id: (.*)$/gm)].map(([, id]) => ({ id, version: '0123456789ab' })),
  without_id: sigma.split('---').length - [...sigma.matchAll(/^id: /gm)].length,
  found: sigma.includes('Trail stopped')
    ? [
        {
          ...{
            siem_id: SIEM.id,
            siem_name: 'SOC',
            rule_id: null,
            sigma_id: 'one',
            name: 'Trail stopped',
            can_fire: 'no',
            gone_at: null,
          },
          state: 'edited',
          differences: [
            { line: 'selection.eventName: StopLogging', side: 'ours' },
            { line: 'selection.eventName: DeleteTrail', side: 'siem' },
          ],
        },
      ]
    : [],
});

const run = (...args: string[]) =>
  tripline(folderWith({ 'savedsearches.conf': EXPORT }), ['siem', ...args, '--format', 'table'], '', env);

describe('tripline siem import', () => {
  test('sends the file byte by byte, shows what it changes, and changes nothing', async () => {
    const { status, stdout } = await run('import', 'savedsearches.conf', '--siem', 'SOC');
    expect(status).toBe(0);
    const sent = asked.find(({ line }) => line.includes('/import'));
    expect(sent?.line).toBe(`POST /siems/${SIEM.id}/import?file=savedsearches.conf&apply=false`);
    expect(sent?.body.equals(Buffer.from(EXPORT))).toBe(true);
    for (const text of [
      'new      Trail stopped',
      'changed  Keys of a user (query, state)',
      'gone     Old one',
      'unread   savedsearches.conf:9 [x]: the stanza has no search',
      'warning  Change_Analysis is Change now: Trail stopped.',
      'Queries read: 8 whole, 1 in part, 0 not',
      '--apply makes the changes',
    ]) {
      expect(stdout).toContain(text);
    }
  });

  test('makes the changes with --apply', async () => {
    const { stdout } = await run('import', 'savedsearches.conf', '--siem', SIEM.id, '--apply');
    expect(stdout).toContain('The changes are made.');
  });

  test('asks a connected SIEM in place of a file, shows what that changes, and makes the changes with --apply', async () => {
    const { status, stdout } = await run('import', '--connected', '--siem', 'SOC');
    expect(status).toBe(0);
    expect(asked.at(-1)?.line).toBe(`POST /siems/${SIEM.id}/connection/import?apply=false`);
    expect(stdout).toContain('new      Trail stopped');
    expect(stdout).toContain('Nothing is changed yet');
    const applied = await run('import', '--connected', '--siem', 'SOC', '--apply');
    expect(asked.at(-1)?.line).toBe(`POST /siems/${SIEM.id}/connection/import?apply=true`);
    expect(applied.stdout).toContain('The changes are made.');
  });

  test('adds a SIEM that is not there with its kind and the accounts that feed it', async () => {
    siems = [];
    const args = ['import', 'savedsearches.conf', '--siem', 'SOC', '--kind', 'splunk', '--account', 'production'];
    expect((await run(...args)).status).toBe(0);
    const added = asked.find(({ line }) => line === 'POST /siems');
    expect(JSON.parse(String(added?.body))).toEqual({ name: 'SOC', kind: 'splunk', account_ids: [ACCOUNT.id] });
  });

  test.each([
    ['a SIEM that is not there, without a kind', ['savedsearches.conf', '--siem', 'other'], 'give --kind to add it'],
    [
      'another kind than it has',
      ['savedsearches.conf', '--siem', 'SOC', '--kind', 'sigma'],
      'is of kind splunk, not sigma',
    ],
    ['a file that is not there', ['x.conf', '--siem', 'SOC'], 'x.conf cannot be read'],
    ['a folder', ['.', '--siem', 'SOC'], 'pack it'],
    ['neither a file nor --connected', ['--siem', 'SOC'], 'give the file to import, or --connected'],
    ['a file with --connected', ['savedsearches.conf', '--connected', '--siem', 'SOC'], 'leave the file out'],
    ['a connected SIEM that is not there', ['--connected', '--siem', 'other'], 'there is no SIEM "other"'],
  ])('refuses %s as bad usage', async (_what, args, message) => {
    const { status, stderr } = await run('import', ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('tripline siem list and rules', () => {
  test('show how many rules could fire, and why one never does', async () => {
    expect((await run('list')).stdout).toContain('splunk      SOC: 3 rules, 1 can fire, 1 never, 1 unknown');
    const { stdout } = await run('rules', 'SOC', '--can-fire', 'no', '--reason', 'log_missing', '--read', 'part');
    expect(asked.at(-1)?.line).toContain('can_fire=no&reason=log_missing&read=part');
    expect(stdout).toContain('no       Old one 2 (log_missing: GetObject does not arrive.)');
    expect(stdout).toContain('Old one 1 (log_missing: GetObject does not arrive.; after an alert it is quiet for 1h)');
  });

  test('rules lists all pages, and says how many there are with each answer, reason and reading', async () => {
    const { stdout } = await run('rules', 'SOC');
    const pages = asked.map(({ line }) => line).filter((line) => line.includes('/rules?'));
    expect(pages.map((line) => line.replace(/.*&page=/, ''))).toEqual(['1', '2', '3']);
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.includes('Old one'))).toHaveLength(450);
    expect(lines.slice(-5)).toEqual([
      '450 of 450 rules',
      'can fire: 430 no, 20 yes',
      'reason: 430 log_missing',
      'query read: 450 whole',
      '',
    ]);
  });

  test('rules with --limit asks for no page that it does not show, and --format json is one object', async () => {
    const folder = folderWith({});
    const { stdout } = await tripline(folder, ['siem', 'rules', 'SOC', '--limit', '210', '--format', 'json'], '', env);
    expect(asked.filter(({ line }) => line.includes('/rules?'))).toHaveLength(2);
    const answer = JSON.parse(stdout);
    expect(answer.rules.map(({ name }: { name: string }) => name).slice(-1)).toEqual(['Old one 210']);
    expect(answer).toMatchObject({ total: 450, counts: COUNTS });
  });
});

describe('tripline siem drift', () => {
  test('shows what was changed in the SIEM and counts rules, with files that the service takes in one request', async () => {
    const rules = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `rules/${100 + index}.yml`,
        index === 0 ? 'title: x' : 'title: x\nid: x',
      ]),
    );
    const folder = folderWith({ ...rules, 'rules/a.yml': 'title: Trail stopped\nid: one\n---\ntitle: y\nid: two' });
    const { status, stdout } = await tripline(folder, ['siem', 'drift', 'rules', '--format', 'table'], '', env);
    expect(status).toBe(0);
    expect(asked.map(({ body }) => JSON.parse(String(body)).rules.length)).toEqual([50, 11]);
    expect(stdout).toBe(
      [
        'rules/a.yml: edited there: "Trail stopped" in SOC, which never fires',
        '  - selection.eventName: StopLogging',
        '  + selection.eventName: DeleteTrail',
        '62 rules in 61 files, 60 of them in no SIEM, 1 without an id, which nothing knows again',
        '',
      ].join('\n'),
    );
  });

  test('refuses a path that is not there as bad usage', async () => {
    const { status, stderr } = await run('drift', 'nowhere');
    expect(status).toBe(2);
    expect(stderr).toContain('nowhere');
  });
});

describe('tripline generate --against-siems', () => {
  const ADVISORY = 'The intruder ran vssadmin.exe delete shadows /all /quiet on the server, then stopped.\n';

  test('says which rules of the SIEMs notice what a new rule does', async () => {
    const folder = folderWith({ 'a.txt': ADVISORY });
    const { status, stdout } = await tripline(folder, ['generate', '--against-siems', 'a.txt'], '', env);
    expect(status).toBe(0);
    const { rules } = JSON.parse(stdout).documents[0];
    const [sent] = asked
      .filter(({ line }) => line === 'POST /siems/overlap')
      .map(({ body }) => JSON.parse(String(body)));
    expect(sent.rules.map(({ sigma }: { sigma: string }) => sigma)).toEqual(
      rules.map(({ yaml }: { yaml: string }) => yaml),
    );
    expect(sent.rules[0].events.length).toBeGreaterThan(0);
    expect(rules[0].inSiems).toEqual([{ siem: 'SOC', name: 'Shadows deleted', canFire: 'yes' }]);
    const table = await tripline(folder, ['generate', '--against-siems', '--format', 'table', 'a.txt'], '', env);
    expect(table.stdout).toContain('" as "Shadows deleted" (SOC)');
  });

  test('shows what was written also where the service refuses, and says so', async () => {
    const folder = folderWith({ 'a.txt': ADVISORY });
    const away = { ...env, TRIPLINE_COVERAGE_URL: `${env['TRIPLINE_COVERAGE_URL']}/elsewhere` };
    const { status, stderr, stdout } = await tripline(folder, ['generate', '--against-siems', 'a.txt'], '', away);
    expect(status).toBe(1);
    expect(stderr).toContain('the coverage service refused (404)');
    expect(JSON.parse(stdout).documents[0].rules.length).toBeGreaterThan(0);
  });
});
