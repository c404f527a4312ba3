import { zipSync } from 'fflate';
import { placesInConf } from '../src/siems/exports/conf-file.js';
import { partsOfConf } from '../src/siems/exports/splunk-parts.js';
import { shared } from '../src/siems/exports/stored-files.js';
import { KeptText } from '../src/siems/reading/kept-text.js';
import { readSigmaFile } from '../src/siems/reading/read-rule.js';
import { doSiemTask } from '../src/siems/reading/siem-task.js';
import { sigmaRule } from './support/siem-exports.js';
import { useSiemImporter } from './support/siem-importer.js';

describe('what is kept of an export is not more than was sent', () => {
  const importer = useSiemImporter();

  const send = async (kind: string, name: string, file: string | Uint8Array) =>
    importer.post(await importer.newSiem(kind), file, `file=${name}`);
  const partOf = (text: string) => {
    const bytes = shared([Buffer.from(text)]);
    const [part] = partsOfConf(
      { role: 'searches', name: 'a.conf' },
      placesInConf(bytes, [{ from: 0, to: bytes.length }]),
    ).parts;
    if (part === undefined) throw new Error('the file has no stanza');
    return { bytes, part };
  };
  const conf = (settings: string, stanzas: number): string =>
    `[default]\n${settings}\n${Array.from({ length: stanzas }, (_, index) => `[r${index}]\nx = y\n`).join('')}`;

  it('settings for all stanzas are refused where they are long, and where they become long with the stanzas', async () => {
    const search = 'search = sourcetype=aws:cloudtrail eventName=StopLogging\n';
    for (const [file, fault] of [
      [conf(`search = ${'x'.repeat(900_000)}`, 1000), 'its settings for all stanzas are more than 128 KB'],
      [conf(`${search}description = ${'x'.repeat(120_000)}`, 600), 'its rules have more than 50 MB of text'],
    ] as const) {
      const { body, status } = await send('splunk', 'a.conf', file);
      expect([status, body.detail]).toEqual([400, expect.stringContaining(fault)]);
    }
    const macros = conf(`definition = ${'x'.repeat(120_000)}`, 600);
    const files = { 'macros.conf': Buffer.from(macros), 'savedsearches.conf': Buffer.from(`[a]\n${search}`) };
    const { body } = await send('splunk', 'a.zip', zipSync(files));
    expect(body.detail).toContain('its rules have more than 50 MB of text');
    const { body: few } = await send('splunk', 'a.conf', conf(`${search}description = ${'x'.repeat(120_000)}`, 20));
    expect(few.new_total).toBe(20);
  });

  it('what an action says for all documents of Sigma is refused where it becomes long with them', async () => {
    const own = Array.from({ length: 900 }, (_, index) => `title: r${index}\n`).join('---\n');
    const all = (said: string): string =>
      `action: global\n${said}${sigmaRule('all', 'StopLogging').replace(/^(?:title|id):.*\n/gm, '')}`;
    const { body, status } = await send('sigma', 'a.yml', `${all(`description: ${'x'.repeat(100_000)}\n`)}---\n${own}`);
    expect([status, body.detail]).toEqual([400, expect.stringContaining('its rules have more than 50 MB of text')]);
    const { body: short } = await send('sigma', 'a.yml', `${all('description: short\n')}---\n${own}`);
    expect(short.new_total).toBe(900);
  });

  it('a description that stands in the text of its rule counts once', () => {
    const said = 'x'.repeat(100_000);
    const [rule, ...others] = [
      { place: 'a.yml', text: `${sigmaRule('a', 'StopLogging')}description: ${said}\n` },
    ].flatMap((one) => readSigmaFile(one).rules);
    if (rule === undefined) throw new Error('the rule is not read');
    expect([others, rule.description]).toEqual([[], said]);
    const text = new KeptText();
    const fits = Math.floor((50 * 1024 * 1024) / (rule.query.length + rule.name.length));
    for (let index = 0; index < fits; index++) text.addRule(rule);
    expect(text.fault).toBeUndefined();
    text.addRule(rule);
    expect(text.fault?.message).toContain('its rules have more than 50 MB of text');
  });

  it('what macros become in each search is bounded', () => {
    const text = new KeptText();
    const events = Array.from({ length: 3000 }, (_, index) => `Event${index}`).join(', ');
    const result = doSiemTask({
      step: 'searches',
      knowledge: { macros: { many: { definition: `sourcetype=aws:cloudtrail eventName IN (${events})` } } },
      ...partOf('[a]\nsearch = `many`\n'),
    });
    const [rule] = 'rules' in result ? result.rules : [];
    if (!rule?.yaml) throw new Error('the search is not read');
    expect([rule.query, rule.read]).toEqual(['`many`', 'whole']);
    const most = (150 * 1024 * 1024) / rule.yaml.length;
    let rules = 0;
    for (; text.fault === undefined && rules <= most; rules++) text.addRule(rule);
    expect(rules).toBeGreaterThan(most / 2);
    expect(text.fault?.message).toContain('its rules have more than 150 MB of text once they are read');
  });

  it.each([
    [
      'aliases',
      `a0: &a0 [lol]\n${Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join()}]\n`).join('')}enabled: *a9\n`,
      'maxAliases',
    ],
    ['depth', `enabled: ${'['.repeat(5000)}${']'.repeat(5000)}\n`, 'maxDepth'],
  ])('a rule of Sentinel in YAML that says much with little is told of: %s', async (_, more, bound) => {
    const rule = 'name: A\nquery: AWSCloudTrail | where EventName == "StopLogging"\n';
    const { body } = await send(
      'sentinel',
      'a.zip',
      zipSync({ 'a.yaml': Buffer.from(`${rule}${more}`), 'b.yaml': Buffer.from(rule) }),
    );
    expect(body).toMatchObject({ new_total: 1, unread_total: 1 });
    expect(body.unread).toEqual([{ place: 'a.yaml', reason: expect.stringContaining(bound) }]);
  });

  it('lists that name each other do not become a text where a flag is expected', async () => {
    const bomb = `a0: &a0 [lol]\n${Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`).join('')}`;
    const file = `name: A\nquery: AWSCloudTrail | where EventName == "StopLogging"\n${bomb}enabled: *a30\n`;
    const { body } = await send('sentinel', 'a.yaml', file);
    expect(body).toMatchObject({ new_total: 1, unread_total: 0 });
  });

  it.each([
    ['a comment', '--- # the next one\n'],
    ['white space', '---  \r\n'],
    ['an end and a mark', '...\n---\n'],
    ['marks and a directive', '---\n---\n# nothing\n...\n%YAML 1.2\n---\n'],
  ])('documents of Sigma that are parted by %s are each the text of their own rule', (_, mark) => {
    const text = ['a', 'b', 'c'].map((name) => sigmaRule(name, 'StopLogging')).join(mark);
    const result = doSiemTask({ step: 'read', rules: [{ place: 'a.yml', text }], knowledge: {} });
    const rules = 'rules' in result ? result.rules : [];
    expect(rules.map(({ name, query }) => [name, query.match(/^title: .*$/gm)])).toEqual(
      ['a', 'b', 'c'].map((name) => [name, [`title: ${name}`]]),
    );
  });

  it('rules that share what an action says have the whole text only where that is short', () => {
    const read = (comment: string) => {
      const own = Array.from({ length: 40 }, (_, index) => `title: r${index}\n`);
      const text = [
        `action: global\n${comment}${sigmaRule('all', 'StopLogging').replace(/^id:.*$/m, '')}`,
        ...own,
      ].join('---\n');
      const result = doSiemTask({ step: 'read', rules: [{ place: 'a.yml', text }], knowledge: {} });
      return 'rules' in result ? result.rules : [];
    };
    const [short, long] = [read(''), read(`# ${'x'.repeat(200_000)}\n`)];
    expect([short.length, new Set(short.map(({ query }) => query)).size]).toEqual([40, 1]);
    expect(short[0]?.query).toContain('title: r39');
    expect(long.map(({ query, yaml }) => [query.trim(), yaml])).toEqual(
      Array.from({ length: 40 }, (_, index) => [`title: r${index}`, null]),
    );
  });

  it('of what is not read the first is told, short, and the rest is counted', async () => {
    const name = `${'n'.repeat(3000)}.ndjson`;
    const text = 'x\n'.repeat(3000);
    const result = doSiemTask({
      step: 'piece',
      kind: 'elastic',
      file: { name, text, piece: { form: 'lines', first: 0 } },
    });
    expect(result).toMatchObject({ unreadTotal: 3000 });
    expect('unread' in result && result.unread.map(({ place }) => place.length)).toEqual(Array(500).fill(500));
    const { body } = await send('elastic', 'a.zip', zipSync({ [name]: Buffer.from(text) }));
    expect(body.unread_total).toBe(3000);
    expect(body.unread.map(({ place }: { place: string }) => place.length)).toEqual(Array(200).fill(500));
  });
});
