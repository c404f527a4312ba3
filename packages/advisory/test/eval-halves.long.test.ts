import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runEval } from './support/eval-program.js';

it('pnpm eval says the same of the own samples every time', () => {
  const first = runEval();
  expect(first.status).toBe(0);
  expect(first.out).toMatch(/7 advisories/);
  expect(runEval().out).toBe(first.out);
});

/** Gives the first `count` documents of a kind in the wanted half. The halves follow the same rule as the reader of index.json. */
function namesOf(half: 'working' | 'judging', kind: string, count: number): readonly string[] {
  const names: string[] = [];
  for (let number = 0; names.length < count; number += 1) {
    const name = `${kind}-${number}`;
    const low = createHash('sha256').update(name).digest('hex') < '8';
    if (low === (half === 'working')) names.push(name);
  }
  return names;
}

describe('pnpm eval of a folder with an index', () => {
  let folder: string;
  let all: ReturnType<typeof runEval>;
  let shipped: ReturnType<typeof runEval>;
  const [old, working, judging] = [
    ['old-1', 'old-2', 'old-3', 'old-4', 'old-5'],
    namesOf('working', 'heron', 2),
    namesOf('judging', 'heron', 3),
  ];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'eval-halves-'));
    const write = (id: string, told: string, annotated: readonly string[]): void => {
      mkdirSync(join(folder, id));
      const technique = 'The stolen access key was used.';
      writeFileSync(join(folder, id, 'advisory.txt'), `Amber Swift in AWS\n\nThe guest called ${told}. ${technique}\n`);
      const start = `Amber Swift in AWS\n\nThe guest called ${told}. `.length;
      const gold = {
        api_calls: annotated.map((name) => ({ event_source: 'iam.amazonaws.com', event_name: name })),
        techniques: ['T1078.004'],
        technique_spans: [[start, start + technique.length, 'T1078.004']],
      };
      const facts = { id, set: 'tram', file: 'advisory.txt', format: 'txt', gold };
      writeFileSync(join(folder, id, 'case.json'), JSON.stringify(facts));
    };
    for (const id of old) write(id, 'StopLogging', ['StopLogging', 'DeleteUser']);
    for (const id of working) write(id, 'CreateAccessKey', ['CreateAccessKey']);
    for (const id of judging) write(id, 'DeleteRolePolicy', ['PutRolePolicy']);
    const index = [...old, ...working, ...judging].map((id) => ({ id, round: old.includes(id) ? 1 : 2 }));
    writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
    all = runEval(folder);
    shipped = runEval(folder, '--errors', '--shipped');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('shows a column for each half, each figure with its interval, and marks where working and judging are apart', () => {
    const { status, out } = all;
    expect(status).toBe(0);
    expect(out).toMatch(
      /^API calls, recall +tram +0\.500 +0\.50–0\.50 +10 +1\.000 +1\.00–1\.00 +2 +0\.000 +0\.00–0\.00 +3 +≠$/m,
    );
    expect(out).toMatch(/further apart than chance: .*API calls, recall \(tram\)/);
    expect(out).toMatch(/^judging: 3 advisories/m);
  });

  it('judges with a technique model that has learnt neither from the judging half nor from the advisory judged', () => {
    expect(all.out).toMatch(/trained for judging on 7 reports/);
    expect(runEval(folder, '--half', 'judging').out).toMatch(/trained for judging on 7 reports/);
    expect(shipped.out).toMatch(/technique model: the one that ships/);
  });

  it('prints only figures of the judging half', () => {
    const { out, err } = shipped;
    expect(out).toMatch(/missed old-1 {2}DeleteUser/);
    for (const word of [...judging, 'PutRolePolicy', 'DeleteRolePolicy']) expect(out + err).not.toContain(word);
  });

  it('names no advisory of the judging half that cannot be read', () => {
    const id = judging[0] as string;
    const path = join(folder, id, 'advisory.txt');
    const text = readFileSync(path);
    rmSync(path);
    const { status, out, err } = runEval(folder, '--shipped');
    writeFileSync(path, text);
    expect(status).toBe(1);
    expect(err).toMatch(/not read:\n1 of the judging half/);
    expect(out + err).not.toContain(id);
  });

  it('shows one half, or the advisories of a list, when asked to', () => {
    const only = runEval(folder, '--shipped', '--half', 'working').out;
    expect(only).toMatch(/^working: 2 advisories/m);
    expect(only).not.toMatch(/^(?:old|judging):/m);
    const list = join(folder, 'list.txt');
    writeFileSync(list, `${old[0]}\n${working[0]}\n`);
    const listed = runEval(folder, '--shipped', '--ids', list).out;
    expect(listed).toMatch(/^old: 1 advisories/m);
    expect(listed).toMatch(/^working: 1 advisories/m);
  });

  it('refuses to list errors of the judging half, and a case that the index does not name', () => {
    const refused = runEval(folder, '--half', 'judging', '--errors');
    expect([refused.status, refused.out]).toEqual([2, '']);
    const stray = join(folder, 'stray');
    mkdirSync(stray);
    writeFileSync(join(stray, 'case.json'), '{}');
    const { status, out, err } = runEval(folder);
    rmSync(stray, { recursive: true });
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(/does not say of which round stray is/);
  });
});
