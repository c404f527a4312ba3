import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLocalUser } from '@tripline/auth';
import { createDatabase } from '@tripline/service';
import { createTestDatabase, type TestDatabase } from '@tripline/stack';
import { type MailServer, startMailServer, tokenOfMail } from '../../../../packages/auth/test/support/mail-server.js';
import { newEmail, PASSWORD } from '../support/harness.js';
import { startMailProcess } from '../support/mail-process.js';
import { killProcesses, startProcess } from '../support/process.js';

const CURL = fileURLToPath(new URL('../../../../packages/stack/test/support/curl.mjs', import.meta.url));
const DOC = new URL('../../../../docs/teams.md', import.meta.url);
const run = promisify(execFile);

let database: TestDatabase;
let mail: MailServer;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  mail = await startMailServer();
  folder = mkdtempSync(join(tmpdir(), 'tripline-docs-'));
});
afterAll(async () => {
  await killProcesses();
  await mail.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The page's blocks for bash, in order; those for sh are for the reader to fill in. */
const blocks = (): string[] =>
  [...readFileSync(DOC, 'utf8').matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block = '']) => block);

/** A shell that keeps its variables and functions from one block to the next. */
function createShell(): (block: string, given?: Record<string, string>) => Promise<string> {
  const state = join(folder, 'state.sh');
  writeFileSync(state, '');
  // The machine's own curl comes first; a bare machine has none.
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  writeFileSync(join(programs, 'curl'), `#!/bin/sh\nexec ${process.execPath} ${CURL} "$@"\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${process.env['PATH']}${delimiter}${programs}` };
  return async (block, given = {}) => {
    const set = Object.entries(given).map(([name, value]) => `${name}=${value}`);
    const script = [
      'set -euo pipefail',
      `source ${state}`,
      ...set,
      block,
      `{ declare -p $(compgen -v | grep -E '^(RULES|OWNER|GUEST|TEAM|INVITATION)_'); declare -f; } > ${state}`,
    ].join('\n');
    return (await run('bash', ['-c', script], { env })).stdout;
  };
}

test('docs/teams.md takes a person from the invitation mail to the team’s rules', async () => {
  const { url } = await startProcess('api', database).listening();
  await startMailProcess(database, mail.url);
  const [owner, guest] = [newEmail(), newEmail()];
  const db = createDatabase({ url: database.databaseUrl, connections: 1, applicationName: 'test' });
  await createLocalUser(db, { email: owner, password: PASSWORD, tier: 'team' });
  await db.destroy();

  const shell = createShell();
  const [invite = '', register = '', accept = '', rules = '', move = '', ...more] = blocks();
  expect(more).toEqual([]);
  const invited = await shell(invite, {
    RULES_URL: url,
    OWNER_EMAIL: owner,
    OWNER_PASSWORD: `'${PASSWORD}'`,
    GUEST_EMAIL: guest,
    GUEST_PASSWORD: `'another ${PASSWORD}'`,
  });
  expect(invited).toContain('"name":"Detection engineering"');
  expect(invited).toContain(`"email":"${guest}","role":"member","status":"pending"`);
  const invitation = tokenOfMail(await mail.arrived(guest));
  await shell(register, { INVITATION_TOKEN: invitation });
  const accepted = await shell(accept);
  expect(accepted).toContain('"seats":{"limit":10,"used":2}');
  const read = JSON.parse(await shell(rules));
  expect(read.data).toMatchObject({
    ruleKey: expect.any(String),
    createdBy: { email: owner },
    title: expect.any(String),
  });
  expect(JSON.parse(await shell(move)).data).toEqual({ moved: 0, notMoved: [], more: false });
});
