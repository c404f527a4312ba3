import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../bench/eval/eval.mjs', import.meta.url));

function runEval(...args: readonly string[]): {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', env: {} });
  return { status, out: stdout, err: stderr };
}

/** The value a row of the table shows for a measure, as printed. */
function shown(out: string, measure: string): string | undefined {
  const line = out.split('\n').find((each) => each.startsWith(`${measure}  `));
  return line?.slice(measure.length).trim().split(/\s+/)[1];
}

describe('pnpm eval', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'eval-'));
    const path = join(folder, 'amber-swift');
    mkdirSync(path);
    writeFileSync(
      join(path, 'advisory.txt'),
      'Amber Swift in AWS\n\nCloudTrail shows that the stolen access key called CreateAccessKey and StopLogging from 45.83.122.17.\n\nThe report maps this to T1098.001. Later the guests left.\n',
    );
    const gold = {
      api_calls: ['CreateAccessKey', 'StopLogging', 'DeleteRolePolicy'].map((name) => ({
        event_source: 'iam.amazonaws.com',
        event_name: name,
      })),
      iocs: [{ field: 'sourceIPAddress', value: '45.83.122[.]17' }],
      techniques: ['T1098.001', 'T1562.008'],
      technique_ids_written_in_text: ['T1098.001'],
    };
    const facts = { id: 'amber-swift', set: 'own', file: 'advisory.txt', format: 'txt', platforms_with_gold: [], gold };
    writeFileSync(join(path, 'case.json'), JSON.stringify(facts));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('scores a folder of annotated advisories, ids of older ATT&CK versions brought to the current one', () => {
    const { status, out, err } = runEval(folder);
    expect(status).toBe(0);
    expect(shown(out, 'API calls, precision')).toBe('1.000');
    expect(shown(out, 'API calls, recall')).toBe('0.667');
    expect(shown(out, 'API calls, F1')).toBe('0.800');
    expect(shown(out, 'indicators, recall')).toBe('1.000');
    expect(shown(out, 'techniques, recall')).toBe('1.000');
    expect(shown(out, 'technique ids written in the text, recall')).toBe('1.000');
    expect(shown(out, 'rules that are valid and convert to all targets')).toBe('1.000');
    expect(err).toMatch(/CPU per advisory: median \d+ ms, p95 \d+ ms/);
  });

  it('lists what was missed and what was wrong, with the place in the text, when asked to', () => {
    expect(runEval(folder).out).not.toMatch(/missed/);
    const { out } = runEval(folder, '--errors');
    expect(out).toMatch(/missed amber-swift {2}DeleteRolePolicy {2}no place in the text known/);
    expect(out).toMatch(/wrong {2}amber-swift {2}T1098 {2}at \d+–\d+ ".*CreateAccessKey.*"/);
  });

  it('says the same of the own samples every time', () => {
    const first = runEval();
    expect(first.status).toBe(0);
    expect(first.out).toMatch(/7 advisories/);
    expect(runEval().out).toBe(first.out);
  });

  it.each([['--fast'], ['/nowhere'], ['--set', 'nothing-of-that-name']])(
    'answers wrong usage (%s) with 2 and how it is used',
    (...args) => {
      const { status, out, err } = runEval(...args);
      expect(status).toBe(2);
      expect(out).toBe('');
      expect(err).toMatch(/usage: pnpm eval/);
    },
  );
});
