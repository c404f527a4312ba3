import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const PROGRAM = fileURLToPath(new URL('../../../bench/eval/eval.mjs', import.meta.url));

const sysmon = (event: object): string =>
  `${JSON.stringify({ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, ...event })}\n`;

it('eval counts loud rules on recorded logs, and write-ups whose rule finds its own recording', () => {
  const folder = mkdtempSync(join(tmpdir(), 'telemetry-'));
  try {
    const command = 'vssadmin delete shadows /all /quiet';
    const deletes = sysmon({ Image: 'C:\\Windows\\System32\\vssadmin.exe', CommandLine: command });
    const works = sysmon({ Image: 'C:\\Windows\\System32\\svchost.exe', CommandLine: 'svchost.exe -k netsvcs' });
    for (const [name, events] of [
      ['amber', deletes + works],
      ['swift', works],
    ] as const) {
      writeFileSync(join(folder, `${name}.ndjson.gz`), gzipSync(events));
      writeFileSync(join(folder, `${name}.txt`), `Amber Swift\n\nThe operators ran this command:\n\n    ${command}\n`);
    }
    const advisory = join(folder, 'advisories', 'one');
    mkdirSync(advisory, { recursive: true });
    writeFileSync(join(advisory, 'advisory.txt'), `Amber Swift\n\nThe intruders ran this:\n\n    ${command}\n`);
    const facts = { id: 'one', set: 'own', file: 'advisory.txt', format: 'txt', gold: {} };
    writeFileSync(join(advisory, 'case.json'), JSON.stringify(facts));
    const args = [PROGRAM, join(folder, 'advisories'), '--shipped', '--telemetry', folder];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: {} });
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /quiet \(all\): of \d+ rules 1 of medium or higher fire in a fifth of 2 recordings, 1 in a tenth/,
    );
    expect(stdout).toMatch(/own recording: 1 of 2 write-ups \(0\.500\) give a rule that fires on it/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
