import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { folderWith, removeFolders, tripline } from './support/tripline.js';

// The service's own tests cover its answers. This one covers what the command does with them.
const ACCOUNT = { id: '0190a0a0-0000-7000-8000-000000000001', name: 'production', external_account_id: '111122223333' };
const SCAN = {
  id: '0190a0a0-0000-7000-8000-000000000002',
  status: 'completed',
  progress_percent: 100,
  current_step: 'Finished',
  regions: ['eu-west-1'],
  detections_found: 3,
  detections_new: 1,
  detections_updated: 0,
  detections_removed: 2,
  errors: [] as object[],
  failure: null as object | null,
};
const RESULTS = {
  status: 'completed',
  regions_scanned: ['eu-west-1'],
  regions_skipped: [{ region: 'af-south-1', reason: 'not_opted_in' }],
  detections_found: 3,
  by_status: { active: 2, degraded: 1 },
  coverage_before: 10,
  coverage_after: 12.5,
  techniques_gained: ['T1530'],
  techniques_lost: [],
  api_calls: 17,
  duration_ms: 1234,
};
const COVERAGE = {
  cloud_account_name: 'production',
  total_techniques: 104,
  covered_techniques: 13,
  partial_techniques: 5,
  uncovered_techniques: 86,
  unknown_techniques: 4,
  unverified_techniques: 0,
  unknown_cells: 0,
  coverage_percent: 12.5,
  average_confidence: 0.7,
  attack_version: '19.0',
  last_scan_at: null,
  scan_under_way: null,
  by_tactic: [{ name: 'Impact', total: 18, covered: 9, partial: 9 }],
};
const GAP = {
  technique_id: 'T1082',
  name: 'System Information Discovery',
  status: 'uncovered',
  unverified: true,
  priority: 'critical',
  reasons: ['Many use it.'],
  suggested_detections: ['A filter.'],
};

let server: Server;
let env: Record<string, string>;
let asked: { method: string; path: string; body: string; key: unknown }[];
let answers: Record<string, { status?: number; body: object | string }>;
beforeEach(async () => {
  asked = [];
  answers = {
    'GET /accounts?limit=200': { body: { accounts: [ACCOUNT], total: 1 } },
    [`POST /accounts/${ACCOUNT.id}/scans`]: { body: { id: SCAN.id, status: 'pending', message: 'started' } },
    [`GET /scans/${SCAN.id}`]: { body: SCAN },
    [`GET /scans/${SCAN.id}/results`]: { body: RESULTS },
    [`GET /accounts/${ACCOUNT.id}/coverage`]: { body: COVERAGE },
    [`GET /accounts/${ACCOUNT.id}/coverage/navigator`]: { body: { domain: 'enterprise-attack' } },
    [`GET /accounts/${ACCOUNT.id}/coverage/gaps?limit=1&priority=critical`]: { body: { gaps: [GAP], total: 7 } },
  };
  server = createServer(async (req, res) => {
    const body = await textOf(req);
    const line = `${req.method} ${req.url}`;
    asked.push({ method: req.method ?? '', path: req.url ?? '', body, key: req.headers['x-api-key'] });
    const answer = answers[line] ?? { status: 404, body: { detail: `nothing at ${line}` } };
    const [type, text] =
      typeof answer.body === 'string' ? ['text/html', answer.body] : ['application/json', JSON.stringify(answer.body)];
    res.writeHead(answer.status ?? 200, { 'content-type': type }).end(text);
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

async function textOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
}

const run = (...args: string[]) => tripline(folderWith({}), args, '', env);

describe('tripline scan', () => {
  test('starts a scan with the key, follows it and prints what changed', async () => {
    const { status, stdout } = await run('scan', '--region', 'eu-west-1', '--format', 'table');
    expect(status).toBe(0);
    expect(asked[1]).toMatchObject({ method: 'POST', body: '{"regions":["eu-west-1"]}', key: 'tripline_live_test' });
    for (const text of ['completed after 1.2 s and 17 calls', '10 % → 12.5 %', 'T1530', 'af-south-1: not opted in']) {
      expect(stdout).toContain(text);
    }
  });

  test('prints JSON without a terminal, and ends with 1 when something could not be read', async () => {
    const errors = [{ service: 'macie', region: 'eu-west-1', kind: 'access_denied', message: 'no' }];
    answers[`GET /scans/${SCAN.id}`] = { body: { ...SCAN, status: 'completed_with_errors', errors } };
    const { status, stdout } = await run('scan', 'production');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ api_calls: 17, errors });
  });

  test('says of a failed scan why it failed', async () => {
    const failure = { code: 'role_refused', sentence: 'The role could not be assumed.', missing_actions: [] };
    answers[`GET /scans/${SCAN.id}`] = { body: { ...SCAN, status: 'failed', failure } };
    const { status, stdout } = await run('scan', 'production', '--format', 'table');
    expect(status).toBe(1);
    expect(stdout).toMatch(/failed after .*\n(?:.*\n)* {2}why {10}The role could not be assumed\./);
  });

  test('says in one line why the service refused', async () => {
    answers[`POST /accounts/${ACCOUNT.id}/scans`] = { status: 409, body: { detail: 'The scan x is running.' } };
    const { status, stderr, stdout } = await run('scan', '111122223333');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe('tripline: the coverage service refused (409): The scan x is running.\n');
  });

  test('with an unknown account is bad usage and names those there are', async () => {
    const { status, stderr } = await run('scan', 'staging');
    expect(status).toBe(2);
    expect(stderr).toContain('production (111122223333)');
  });
});

describe('tripline coverage', () => {
  test('draws coverage by tactic and writes the Navigator layer', async () => {
    const { status, stdout } = await run('coverage', '--format', 'table', '--navigator', 'layer.json');
    expect(status).toBe(0);
    expect(stdout).toContain(
      'Coverage 12.5 % of ATT&CK 19.0: 13 of 104 techniques covered, 5 partial, 82 uncovered, 4 unknown',
    );
    expect(stdout).toContain('Impact  ██████████▒▒▒▒▒▒▒▒▒▒  9 of 18, 9 partial');
  });

  test('saves the report as of a time', async () => {
    const time = '2027-01-31T00:00:00Z';
    answers[`GET /accounts/${ACCOUNT.id}/coverage/report?at=${encodeURIComponent(time)}`] = {
      body: '<h1>Coverage</h1>',
    };
    const { status, stderr } = await run('coverage', '--report', 'report.html', '--at', time);
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'The report is in report.html\n' });
  });
});

describe('tripline gaps', () => {
  test('prints each gap with its reasons and what would close it', async () => {
    const { status, stdout } = await run('gaps', '--priority', 'critical', '--limit', '1', '--format', 'table');
    expect(status).toBe(0);
    for (const text of ['T1082', 'not verified', 'Many use it.', '→ A filter.', '1 of 7 gaps']) {
      expect(stdout).toContain(text);
    }
  });
});

describe('without a service', () => {
  test.each([['scan'], ['coverage'], ['gaps']])(
    'tripline %s is bad usage and says how to name one',
    async (command) => {
      const { status, stderr } = await tripline(folderWith({}), [command]);
      expect(status).toBe(2);
      expect(stderr).toContain('TRIPLINE_COVERAGE_URL');
    },
  );

  test('that answers, the command reports that it cannot be reached', async () => {
    const { status, stderr } = await run('coverage', '--url', 'http://127.0.0.1:1');
    expect(status).toBe(1);
    expect(stderr).toContain('cannot be reached');
  });
});
