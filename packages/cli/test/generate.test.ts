import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { convert, DEFAULT_TARGET_IDS, parseSigma } from '@tripline/sigma';
import { folderWith, removeFolders, tripline } from './support/tripline.js';

afterEach(removeFolders);

const ADVISORY = `Copper Heron deletes backups

The operators deleted the shadow copies with this command:

vssadmin.exe delete shadows /all /quiet

With the stolen keys they called CreateAccessKey in AWS and stopped the trail with StopLogging.
`;
const NOTHING = 'Our annual picnic takes place on Saturday. Bring a salad and good shoes.\n';
const EXTENSIONS = ['spl', 'kql', 'lucene', 'udm', 'dql', 'yaral'];

describe('tripline generate', () => {
  test('writes each rule and its six queries into the folder and prints JSON where no terminal is', async () => {
    const folder = folderWith({ 'a.txt': ADVISORY });
    const { status, stdout, stderr } = await tripline(folder, ['generate', '--out', 'out/rules', 'a.txt']);
    expect([status, stderr]).toEqual([0, '']);
    const { documents } = JSON.parse(stdout);
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatchObject({ path: 'a.txt', title: 'Copper Heron deletes backups' });
    const { rules } = documents[0];
    expect(rules.map(({ platform }: { platform: string }) => platform)).toEqual(
      expect.arrayContaining(['cloud-audit-1', 'endpoint-sysmon']),
    );
    for (const { key, title, yaml, conversions, files } of rules) {
      expect(files.rule).toMatch(/^[a-z0-9-]+\.yml$/);
      expect(files.rule).toContain(`-${key.slice(0, 8)}.yml`);
      const text = readFileSync(join(folder, 'out/rules', files.rule), 'utf8');
      expect(text).toBe(yaml);
      const collection = parseSigma(text);
      const [rule] = collection.documents;
      if (rule?.kind !== 'rule') throw new Error('the file holds no rule');
      expect([rule.id, rule.title]).toEqual([key, title]);
      for (const [at, target] of DEFAULT_TARGET_IDS.entries()) {
        expect(files.conversions[target]).toBe(files.rule.replace(/yml$/, `${target}.${EXTENSIONS[at]}`));
        const query = readFileSync(join(folder, 'out/rules', files.conversions[target]), 'utf8').trimEnd();
        expect(query).toBe(conversions[target].trimEnd());
        const conversion = convert(rule, collection, target);
        expect(conversion.ok && conversion.queries.join('\n').trimEnd()).toBe(query);
      }
    }
    expect(readdirSync(join(folder, 'out/rules'))).toHaveLength(7 * rules.length);
  });

  test('writes the same bytes for the same document, from a file or from standard input', async () => {
    const folder = folderWith({ 'a.txt': ADVISORY });
    await tripline(folder, ['generate', '-o', 'one', 'a.txt']);
    await tripline(folder, ['generate', '-o', 'two', '-'], ADVISORY);
    const contentOf = (name: string) =>
      readdirSync(join(folder, name)).map((file) => [file, readFileSync(join(folder, name, file), 'utf8')]);
    expect(contentOf('one').length).toBeGreaterThan(0);
    expect(contentOf('two')).toEqual(contentOf('one'));
  });

  test('reads a file by its extension where its content is ambiguous', async () => {
    const text = `# Copper Heron\n\nThey ran \`vssadmin.exe delete shadows /all /quiet\`.\n`;
    const folder = folderWith({ 'a.md': text, 'a.txt': text });
    const titles = JSON.parse((await tripline(folder, ['generate', 'a.md', 'a.txt'])).stdout).documents.map(
      ({ title }: { title: string }) => title,
    );
    expect(titles).toEqual(['Copper Heron', '# Copper Heron']);
  });

  const OURS =
    'title: Ours\nlogsource: {product: windows, category: process_creation}\ndetection: {a: {OriginalFileName: VSSADMIN.EXE, CommandLine|contains: shadows}, condition: a}\n';
  const ALIKE = OURS.replace('title: Ours', 'title: Alike').replace('contains: shadows', 'contains: list shadows');

  test('says which rules of --against cover a new one, by its events', async () => {
    const folder = folderWith({
      'a.txt': ADVISORY,
      'rules/ours.yml': OURS,
      'rules/alike.yml': ALIKE,
      'rules/broken.yml': ':',
    });
    const { status, stdout } = await tripline(folder, ['generate', '--against', 'rules/', 'a.txt']);
    expect(status).toBe(0);
    const { rules, covered } = JSON.parse(stdout).documents[0];
    const byPlatform = (id: string) => rules.filter(({ platform }: { platform: string }) => platform === id);
    expect(byPlatform('endpoint-sysmon').map(({ coveredBy }: { coveredBy: unknown }) => coveredBy)).toEqual([
      [{ path: 'rules/ours.yml', title: 'Ours', events: expect.stringMatching(/^(\d+) of \1$/) }],
    ]);
    for (const { coveredBy } of byPlatform('cloud-audit-1')) expect(coveredBy).toEqual([]);
    expect(covered).toBeUndefined();
    const table = (await tripline(folder, ['generate', '--format', 'table', '--against', 'rules', 'a.txt'])).stdout;
    expect(table).toMatch(/already covered: ".*" by Ours \(rules\/ours\.yml, (\d+) of \1 events\)/);
  });

  test('with --skip-covered writes none of those, and never takes the files of an earlier run for other rules', async () => {
    const folder = folderWith({ 'a.txt': ADVISORY, 'rules/ours.yml': OURS });
    const first = JSON.parse((await tripline(folder, ['generate', '-o', 'rules/drafts', 'a.txt'])).stdout).documents[0];
    const { stdout } = await tripline(folder, [
      'generate',
      '-o',
      'new',
      '--against',
      'rules',
      '--skip-covered',
      'a.txt',
    ]);
    const { rules, covered } = JSON.parse(stdout).documents[0];
    expect(covered.map(({ platform }: { platform: string }) => platform)).toEqual(['endpoint-sysmon']);
    expect(covered[0].coveredBy.map(({ path }: { path: string }) => path)).toEqual(['rules/ours.yml']);
    expect(rules).toHaveLength(first.rules.length - 1);
    expect(readdirSync(join(folder, 'new'))).toHaveLength(7 * rules.length);
  });

  test('--log asks for rules of a log beside those of platforms', async () => {
    const folder = folderWith({
      'a.txt': `${ADVISORY}\nThe loader asked hxxps://heron-updates[.]net/drop/a.bin for its next stage.\n`,
    });
    const logsOf = async (...options: string[]) =>
      JSON.parse((await tripline(folder, ['generate', ...options, 'a.txt'])).stdout).documents[0].rules.map(
        ({ log }: { log: string }) => log,
      );
    const restricted = await logsOf('-p', 'cloud-audit-1');
    expect(restricted).not.toContain('network/proxy');
    expect(await logsOf('-p', 'cloud-audit-1', '-l', 'network/proxy')).toEqual([...restricted, 'network/proxy']);
  });

  test('tells how many values gave no rule, and why', async () => {
    const text = 'On Windows the loader is signed, and asked https://example.com/drop/a.bin for more.\n';
    const folder = folderWith({ 'a.txt': text });
    const { notKept } = JSON.parse((await tripline(folder, ['generate', 'a.txt'])).stdout).documents[0];
    expect(notKept.length).toBeGreaterThan(0);
    const table = (await tripline(folder, ['generate', '--format', 'table', 'a.txt'])).stdout;
    expect(table).toContain(`${notKept.length} value`);
    expect(table).toContain(notKept[0].reason);
  });

  test.each([
    [['--skip-covered', 'a.txt'], /--skip-covered needs --against/],
    [['--against', 'no-such-folder', 'a.txt'], /cannot read no-such-folder/],
    [['--log', 'windows/nothing', 'a.txt'], /there is no log "windows\/nothing"; there are .*network\/proxy/],
  ])('refuses %j with what is wrong', async (options, message) => {
    const folder = folderWith({ 'a.txt': ADVISORY });
    const { status, stderr } = await tripline(folder, ['generate', ...options]);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  test('reads mails, tables and rules as what they are, and carries a mark that was given', async () => {
    const mail = `From: a@b.example\nSubject: Copper Heron\nMIME-Version: 1.0\n\n${ADVISORY}`;
    const folder = folderWith({ 'a.eml': mail, 'b.csv': 'type,value\ndomain,copper-heron-updates.net\n' });
    const { documents } = JSON.parse((await tripline(folder, ['generate', '--tlp', 'amber', 'a.eml', 'b.csv'])).stdout);
    expect(documents.map(({ title }: { title: string }) => title)).toEqual(['Copper Heron', 'One indicator']);
    for (const { rules, stats } of documents) {
      expect(stats.tlp).toBe('amber');
      expect(rules.length).toBeGreaterThan(0);
      for (const { files, tlp } of rules) {
        expect(tlp).toBe('amber');
        expect(readFileSync(join(folder, 'tripline-rules', files.rule), 'utf8')).toMatch(/^ {4}- tlp\.amber$/m);
      }
    }
  });

  test('says why a document gave no rule, as JSON and for a person', async () => {
    const folder = folderWith({ 'a.txt': NOTHING });
    const { documents } = JSON.parse((await tripline(folder, ['generate', 'a.txt'])).stdout);
    expect(documents[0].reason).toMatch(/^Nothing in it is an artefact .*\.$/);
    const { stdout } = await tripline(folder, ['generate', '--format', 'table', 'a.txt']);
    expect(stdout).toContain(`  no rules: ${documents[0].reason}`);
  });

  test('--format table lists the rules for a person', async () => {
    const { status, stdout } = await tripline(folderWith({ 'a.txt': ADVISORY }), [
      'generate',
      '--format',
      'table',
      '-p',
      'endpoint-sysmon',
      'a.txt',
    ]);
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('a.txt: Copper Heron deletes backups');
    expect(lines[1]).toMatch(/^ {2}PLATFORM +LEVEL +TECHNIQUES +NOISE +TOLD OF +RULE +FILE$/);
    expect(lines[2]).toMatch(/^ {2}endpoint-sysmon +high +T1490 +0\/56 +\S.* [a-z0-9-]+\.yml$/);
    expect(stdout).toMatch(/\n {2}shows (?:T[\d.]+, )*T1490\b.*\n/);
    expect(stdout).toMatch(/\n1 rule in tripline-rules\n$/);
  });

  test('says in a table what was cut, and which language a document is written in that is not English', async () => {
    const options = ['generate', '--format', 'table', '--max-rules', '1'];
    const { stdout } = await tripline(folderWith({ 'b.txt': ADVISORY }), [...options, 'b.txt']);
    expect(stdout).toMatch(/\n {2}only 1 of \d+ drafted rules were taken\n/);
    expect(stdout).not.toContain('written in');
    const german = `${'Die Gruppe hat das Programm auf dem Server abgelegt und es mit einem Dienst gestartet. '.repeat(9)}\n`;
    expect((await tripline(folderWith({ 'c.txt': german }), [...options, 'c.txt'])).stdout).toContain(
      '  written in "de"',
    );
  });

  test('reports why there is no rule, and makes no folder', async () => {
    const folder = folderWith({ 'a.txt': NOTHING });
    const { status, stdout } = await tripline(folder, ['generate', '--format', 'table', 'a.txt']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/ {2}waf-1: .+\.\n/);
    expect(stdout).toMatch(/\n0 rules in tripline-rules\n$/);
    expect(existsSync(join(folder, 'tripline-rules'))).toBe(false);
  });

  test('lets no control character through to the terminal', async () => {
    const name = 'a\u001b[2J.txt';
    const { stdout } = await tripline(folderWith({ [name]: `\u001b]0;owned\u0007 ${ADVISORY}` }), [
      'generate',
      '--format',
      'table',
      name,
    ]);
    expect(stdout).toMatch(/^a\uFFFD\[2J\.txt: /);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test('restricts platforms, targets and the number of rules', async () => {
    const folder = folderWith({ 'a.txt': ADVISORY });
    const args = ['-p', 'cloud-audit-1', '-t', 'siem_spl', '-t', 'siem_dql', '--max-rules', '1', 'a.txt'];
    const { documents } = JSON.parse((await tripline(folder, ['generate', ...args])).stdout);
    expect(documents[0].rules).toHaveLength(1);
    const [rule] = documents[0].rules;
    expect(rule.platform).toBe('cloud-audit-1');
    expect(Object.keys(rule.conversions)).toEqual(['siem_spl', 'siem_dql']);
    expect(readdirSync(join(folder, 'tripline-rules'))).toHaveLength(3);
  });

  test('--min-confidence 1 leaves out what is less than certain', async () => {
    const folder = folderWith({ 'a.txt': ADVISORY });
    const rulesAt = async (confidence: string) =>
      JSON.parse((await tripline(folder, ['generate', '--min-confidence', confidence, 'a.txt'])).stdout).documents[0]
        .rules.length;
    expect(await rulesAt('1')).toBeLessThan(await rulesAt('0'));
  });

  test('reports a document that cannot be read, does the others, and gives exit code 1', async () => {
    const folder = folderWith({ 'a.txt': ADVISORY });
    writeFileSync(join(folder, 'picture.png'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    const { status, stdout, stderr } = await tripline(folder, ['generate', 'picture.png', 'a.txt']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^picture\.png: \w+: ./);
    expect(JSON.parse(stdout).documents.map(({ path }: { path: string }) => path)).toEqual(['a.txt']);
  });

  test('fetches an address under the guard of the service', async () => {
    const server = createServer((_req, res) => res.setHeader('content-type', 'text/plain').end(ADVISORY));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const address = `http://${host}/advisory`;
    const folder = folderWith({});
    const allowed = await tripline(folder, ['generate', address], '', { FETCH_ALLOW_HOSTS: host });
    const refused = await tripline(folder, ['generate', address]);
    server.close();
    expect([allowed.status, allowed.stderr]).toEqual([0, '']);
    const [document] = JSON.parse(allowed.stdout).documents;
    expect(document.path).toBe(address);
    expect(document.rules.length).toBeGreaterThan(0);
    for (const { yaml } of document.rules) expect(yaml).toContain(address);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/BadRequest: The url cannot be fetched/);
  });

  test.each([
    [['generate']],
    [['generate', 'missing.txt']],
    [['generate', '.']],
    [['generate', '-p', 'cloud-9', 'a.txt']],
    [['generate', '-t', 'siem_cobol', 'a.txt']],
    [['generate', '--min-confidence', '2', 'a.txt']],
    [['generate', '--min-confidence', '', 'a.txt']],
    [['generate', '--max-rules', '0', 'a.txt']],
    [['generate', '--max-rules', '1.5', 'a.txt']],
    [['generate', '--format', 'xml', 'a.txt']],
    [['generate', '--out', 'a.txt', 'a.txt']],
  ])('%j is bad usage: exit code 2 and a reason', async (args) => {
    const { status, stdout, stderr } = await tripline(folderWith({ 'a.txt': ADVISORY }), args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).not.toBe('');
  });
});
