import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../support/npm-start.js';

const RULES = [
  `title: A Shell Of An Office Program
id: 0d2b3f5e-74b1-4c55-a0d9-3b1a2c1a7e01
logsource: { product: windows, category: process_creation }
detection:
  selection: { ParentImage|endswith: '\\winword.exe', Image|endswith: '\\cmd.exe' }
  condition: selection
level: high
`,
  `title: A Trail Was Stopped
id: 0d2b3f5e-74b1-4c55-a0d9-3b1a2c1a7e02
logsource: { product: aws, service: cloudtrail }
detection:
  selection: { eventName: StopLogging }
  condition: selection
level: medium
`,
];
const EVENT = { Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, Image: 'C:\\Windows\\System32\\cmd.exe' };
const QUERY = { id: 'a', language: 'eql', query: 'process where process.name == "cmd.exe"', type: 'eql' };

let corpus: string;
beforeAll(() => {
  corpus = mkdtempSync(join(tmpdir(), 'tripline-corpus-'));
  for (const folder of ['rules', 'events', 'queries']) mkdirSync(join(corpus, folder));
  for (const [index, rule] of RULES.entries()) writeFileSync(join(corpus, 'rules', `${index}.yml`), rule);
  writeFileSync(join(corpus, 'events', 'one.ndjson.gz'), gzipSync(`${JSON.stringify(EVENT)}\n`));
  writeFileSync(join(corpus, 'queries', 'eql.jsonl'), `${JSON.stringify(QUERY)}\n`);
});
afterAll(() => rmSync(corpus, { recursive: true, force: true }));

function bench(name: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'bench', `${name}.mjs`), ...args], { cwd: ROOT, encoding: 'utf8' });
}

/** Benchmarks that measure a peer beside Tripline where one is given. */
const WITH_A_PEER: readonly string[] = ['cold', 'match'];
/** Benchmarks over a corpus that is given: the folders of it, and what the report must hold. */
const OVER_A_CORPUS = [
  ['answers', ['rules'], /^2 rules of /m],
  ['cold', ['rules'], /^bundle, code kept[\s\S]*^ls: \d/m],
  ['forms', ['rules'], /^eventbridge +written +1 +refused +1 /m],
  ['match', ['rules', 'events'], /^2 rules, 1 events, [\s\S]*^ls: +\d/m],
  ['read-proof', ['queries'], /^eql: 1 agree /m],
  ['sigma', ['rules'], /^2 texts of /m],
] as const;

describe('a benchmark over a corpus', () => {
  test.each(OVER_A_CORPUS)('runs over the folders that it is given: %s', (name, folders, line) => {
    const peer = WITH_A_PEER.includes(name) ? ['--peer', 'ls'] : [];
    const { status, stdout, stderr } = bench(name, ...folders.map((folder) => join(corpus, folder)), ...peer);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(line);
  });

  test.each(OVER_A_CORPUS)('says in one line what is missing where its corpus is not there: %s', (name) => {
    const { status, stderr } = bench(name, join(corpus, 'nowhere'));
    expect(status).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`^missing: [^\\n]+ in [^\\n]+nowhere; give another: npm run bench -- ${name} FOLDER\\n$`),
    );
  });
});

test('every benchmark says in its first line what it measures', () => {
  const folder = join(ROOT, 'bench');
  const { output } = spawnSync(process.execPath, [join(ROOT, 'scripts/bench.mjs')], { encoding: 'utf8' });
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.mjs') ? [file.slice(0, -4)] : []));
  expect(names.filter((name) => !new RegExp(`^${name} +[A-Z0-9].{20,}`, 'm').test(output.join('')))).toEqual([]);
});
