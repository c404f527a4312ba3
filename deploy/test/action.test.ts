import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { DEPLOY } from './support/manifests.js';

const ACTION = join(DEPLOY, 'action');
const action = parse(readFileSync(join(ACTION, 'action.yml'), 'utf8'));

const RULE = `title: Whoami
id: 5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a01
status: test
level: low
description: d
logsource: {product: windows, category: process_creation}
detection: {sel: {Image|endswith: '\\whoami.exe'}, condition: sel}
`;

/** The step that installs and builds. One job of this file runs it; the others find what it built. */
const BUILD = 'Build Tripline';
let isBuilt = false;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function repository(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-action-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/**
 * Runs the steps one after the other, as a runner does: a step that fails ends the job. Gives how it ended and the job's summary.
 * @param only the one step to run, where a test has written what the steps before it would have
 */
async function runAction(
  folder: string,
  given: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  only?: string,
) {
  const inputs = Object.fromEntries(
    Object.entries(action.inputs as Record<string, { default?: string }>).map(([name, input]) => [
      name,
      given[name] ?? resolve(input.default ?? '', {}),
    ]),
  );
  const summary = join(folder, 'summary.md');
  let log = '';
  let failed: string | undefined;
  for (const { name, run, env: own = {} } of action.runs.steps) {
    if (name === BUILD ? isBuilt : only !== undefined && name !== only) continue;
    const step = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_REPOSITORY: 'acme/rules',
        ...env,
        ...Object.fromEntries(Object.entries(own).map(([key, value]) => [key, resolve(String(value), inputs)])),
      },
    });
    step.stdout.on('data', (chunk: Buffer) => (log += chunk.toString('utf8')));
    step.stderr.on('data', (chunk: Buffer) => (log += chunk.toString('utf8')));
    const [code] = (await once(step, 'close')) as [number | null];
    if (code !== 0) {
      failed = name;
      break;
    }
    isBuilt ||= name === BUILD;
  }
  return { failed, log, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
}

/** The expressions that the action uses. One that the test does not know is a mistake. */
function resolve(text: string, inputs: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression: string) => {
    if (expression === 'github.action_path') return ACTION;
    if (expression === 'github.event.pull_request.number') return '';
    const value = inputs[expression.replace(/^inputs\./, '')];
    if (value === undefined) throw new Error(`the action uses ${expression}`);
    return value;
  });
}

/** Runs the step that comments, on a repository whose report is written. */
function runComment(folder: string, given: Readonly<Record<string, string>>, apiUrl: string) {
  return runAction(folder, { rules: 'rules', 'pull-request': '7', ...given }, { GITHUB_API_URL: apiUrl }, 'Comment');
}

/** What the steps before the comment leave behind. */
const REPORTED = { 'tripline-results/report.md': '✅ **Lint**: 0 errors\n' };

/** The user of the token, as GitHub names the one of a workflow. */
const OWN_USER = { login: 'github-actions[bot]' };

/** GitHub's comments of one pull request, over HTTP, and whose the token is. */
async function commentServer(viewer: { login: string } | null = OWN_USER) {
  const comments = [{ id: 1, body: 'Looks good', user: { login: 'reviewer' } }];
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    let text = '';
    for await (const chunk of request) text += chunk;
    const edited = comments.find(({ id }) => request.url?.endsWith(`/issues/comments/${id}`));
    if (request.url === '/graphql') {
      expect(JSON.parse(text).query).toContain('viewer');
      return void response.end(JSON.stringify({ data: { viewer } }));
    }
    if (request.method === 'POST')
      comments.push({ id: comments.length + 1, body: JSON.parse(text).body, user: OWN_USER });
    else if (request.method === 'PATCH' && edited !== undefined) edited.body = JSON.parse(text).body;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.method === 'GET' ? comments : {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { comments, calls, url, close: () => server.close() };
}

describe('the GitHub Action', () => {
  it('lints and converts a sound repository and passes', async () => {
    const folder = repository({ 'rules/whoami.yml': RULE });
    const { failed, summary } = await runAction(folder, { rules: 'rules', targets: 'siem_spl siem_kql' });
    expect(failed).toBeUndefined();
    expect(summary).toContain('✅ **Lint**: 0 errors');
    expect(summary).toContain('siem_spl 1 of 1');
    expect(JSON.parse(readFileSync(join(folder, 'tripline-results/check.sarif'), 'utf8'))).toHaveProperty('runs');
    expect(readFileSync(join(folder, 'tripline-results/queries.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('drafts rules from advisories and says which of them the repository covers', async () => {
    const advisory =
      'The attackers ran whoami.exe /all on Windows hosts.\n\nThey ran the following command:\n\nvssadmin.exe delete shadows /all /quiet\n';
    const shadows = RULE.replace('Whoami', 'Shadows *go*')
      .replace("'\\whoami.exe'", "'\\vssadmin.exe'")
      .replace('1a01', '1a02');
    const folder = repository({ 'rules/whoami.yml': RULE, 'rules/shadows.yml': shadows, 'report.txt': advisory });
    const { failed, summary } = await runAction(folder, { rules: 'rules', advisories: 'report.txt\n' });
    expect(failed).toBeUndefined();
    expect(summary).toContain('✅ **Rules from advisories**');
    expect(summary).toMatch(
      /- left out: .*already covered by Shadows &#42;go&#42; <code>rules\/shadows\.yml<\/code> \((\d+) of \1 events\)/,
    );
    const { documents } = JSON.parse(readFileSync(join(folder, 'tripline-results/drafts.json'), 'utf8'));
    expect(documents[0].covered.length).toBeGreaterThan(0);
    const shown = await runAction(folder, { rules: 'rules', advisories: 'report.txt', 'skip-covered': 'false' });
    expect(shown.summary).toMatch(/- \w+ .*, already covered by Shadows/);
  });

  it('names every fault in the report, without letting a rule write markup, and fails at the end', async () => {
    const folder = repository({
      'rules/whoami.yml': RULE,
      'rules/broken.yml': RULE.replace('endswith', '"</code> @everyone"'),
      'more/filter.yml':
        'title: F\nlogsource: {product: linux}\nfilter: {rules: any, s: {User: x}, condition: not s}\n',
    });
    const { failed, summary } = await runAction(folder, { rules: 'rules', filters: 'more\n', targets: 'siem_spl' });
    expect(failed).toBe('Verdict');
    expect(summary).toContain('❌ **Lint**');
    expect(summary).toContain('rules/broken.yml');
    expect(summary).toContain('UnknownRule');
    expect(summary).toContain('❌ **Conversion**: siem_spl 1 of ');
    expect(summary).not.toContain('@everyone');
    expect(summary).toContain('&#60;/code&#62; &#64;everyone');
  });

  it('runs the rules over recorded events, and fails where one does not do what is expected', async () => {
    const event = {
      EventID: 1,
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      Image: 'C:\\Windows\\System32\\whoami.exe',
    };
    const folder = repository({
      'rules/whoami.yml': RULE,
      'events.ndjson': `${JSON.stringify(event)}\n`,
      'fires.yml': 'rules: {Whoami: must fire}\n',
      'silent.yml': 'rules: {Whoami: must stay silent}\n',
    });
    const backtest = (expectations: string) =>
      runAction(folder, { rules: 'rules', events: 'events.ndjson', expectations });
    const met = await backtest('fires.yml');
    expect(met).toMatchObject({ failed: undefined, summary: expect.stringContaining('✅ **Backtest**: 1 of 1') });
    expect(readFileSync(join(folder, 'tripline-results/backtest.xml'), 'utf8')).toContain('<testsuite');
    const broken = await backtest('silent.yml');
    expect(broken).toMatchObject({ failed: 'Verdict', summary: expect.stringContaining('❌ **Backtest**: 0 of 1') });
    expect(broken.summary).toContain('- Whoami: fired 1 time, expected: must stay silent');
  });

  it('comments on the pull request, and writes over its own comment the next time', async () => {
    const github = await commentServer();
    const folder = repository({ 'rules/whoami.yml': RULE });
    const env = { GITHUB_API_URL: github.url };
    try {
      await runAction(folder, { rules: 'rules', token: 'secret', 'pull-request': '7' }, env);
      expect(github.comments).toMatchObject([
        { body: 'Looks good' },
        { body: expect.stringContaining('**Lint**: 0 errors') },
      ]);
      writeFileSync(join(folder, 'rules/broken.yml'), 'title: broken\n');
      const { failed } = await runAction(folder, { rules: 'rules', token: 'secret', 'pull-request': '7' }, env);
      expect(failed).toBe('Verdict');
      expect(github.comments).toHaveLength(2);
      expect(github.comments[1]?.body).toContain('**Lint**: 2 errors');
      expect(github.calls[0]).toBe('POST /graphql Bearer secret');
      expect(github.calls[1]).toBe('GET /repos/acme/rules/issues/7/comments?per_page=100&page=1 Bearer secret');
    } finally {
      github.close();
    }
  });

  it('leaves a comment with its mark alone that somebody else wrote, and writes one of its own', async () => {
    const github = await commentServer();
    const folder = repository(REPORTED);
    const run = () => runComment(folder, { token: 'secret' }, github.url);
    try {
      await run();
      const own = github.comments.pop()!;
      const forged = { ...own, id: 2, user: { login: 'github-actions' } };
      github.comments.push(forged);
      const before = forged.body;
      await run();
      await run();
      expect(github.comments.map(({ user }) => user.login)).toEqual(['reviewer', 'github-actions', OWN_USER.login]);
      expect(forged.body).toBe(before);
      expect(github.calls.filter((call) => call.startsWith('PATCH')).map((call) => call.split(' ')[1])).toEqual([
        '/repos/acme/rules/issues/comments/3',
      ]);
    } finally {
      github.close();
    }
  });

  it('writes no comment, and says so, where GitHub does not say whose the token is', async () => {
    const github = await commentServer(null);
    try {
      const { failed, log } = await runComment(repository(REPORTED), { token: 'secret' }, github.url);
      expect(failed).toBe('Comment');
      expect(log).toContain('does not say whose the token is');
      expect(github.comments).toHaveLength(1);
    } finally {
      github.close();
    }
  });

  it('comments nowhere without a token', async () => {
    const github = await commentServer();
    try {
      const { failed } = await runComment(repository(REPORTED), {}, github.url);
      expect(failed).toBeUndefined();
      expect(github.calls).toEqual([]);
    } finally {
      github.close();
    }
  });
});
