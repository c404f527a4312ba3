import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { shared } from '../src/siems/exports/stored-files.js';
import { doSiemTask } from '../src/siems/reading/siem-task.js';
import { at } from './support/harness.js';
import { elasticRule, elasticToml, monitor, sentinelYaml, sigmaRule, tar, yaral } from './support/siem-exports.js';
import { useSiemImporter } from './support/siem-importer.js';

const SEARCH = 'sourcetype=aws:cloudtrail eventName=StopLogging';
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const WIDE_MARK = Buffer.from([0xff, 0xfe]);
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
/** The same with the high byte of each character first. */
const bigEndian = (text: string): Buffer => utf16(text).swap16();

const ENCODINGS: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['UTF-8 with a mark', (text) => Buffer.concat([UTF8_MARK, Buffer.from(text)])],
  ['UTF-16', (text) => Buffer.concat([WIDE_MARK, utf16(text)])],
  ['UTF-16 without a mark', utf16],
  ['UTF-16 with the high byte first', (text) => bigEndian(`\uFEFF${text}`)],
  ['UTF-16 with the high byte first, without a mark', bigEndian],
];
const PACKINGS: readonly (readonly [string, (name: string, file: Buffer) => Buffer | Uint8Array])[] = [
  ['', (_, file) => file],
  ['.zip', (name, file) => zipSync({ [name]: file })],
  ['.tar', (name, file) => tar({ [name]: file })],
  ['.gz', (_, file) => gzipSync(file)],
];
/** A template, with as much of something else in it. */
const sentinelTemplate = (characters: number): string =>
  JSON.stringify({
    resources: [
      {
        type: 'Microsoft.OperationalInsights/workspaces/providers/alertRules',
        ...{ name: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', kind: 'Scheduled' },
        properties: { displayName: 'é', query: 'AWSCloudTrail | where EventName == "StopLogging"' },
      },
      { type: 'Microsoft.Insights/workbooks', name: 'x'.repeat(characters) },
    ],
  });
/** Files with the names of their rules. */
const FILES: readonly (readonly [kind: string, name: string, text: string, rules: readonly string[]])[] = [
  [
    'splunk',
    'savedsearches.conf',
    `[First]\nsearch = ${SEARCH}\n[Second]\nsearch = ${SEARCH} é\n`,
    ['First', 'Second'],
  ],
  ['splunk', 'a.json', JSON.stringify({ entry: [{ name: 'é', content: { search: SEARCH } }] }), ['é']],
  ['sentinel', 'a.yaml', sentinelYaml, ['Trail stopped']],
  ['sentinel', 'a.json', sentinelTemplate(100), ['é']],
  ['elastic', 'a.ndjson', `${JSON.stringify(elasticRule('é', 'event.action:StopLogging'))}\n`, ['é']],
  ['elastic', 'a.json', JSON.stringify([elasticRule('é', 'event.action:StopLogging')]), ['é']],
  ['elastic', 'a.toml', elasticToml, ['Trail stopped']],
  ['opensearch', 'a.json', JSON.stringify([monitor('é')]), ['é']],
  ['google', 'a.yaral', yaral, ['keys_of_user', 'trail_stopped']],
  ['sigma', 'a.yml', `${sigmaRule('é', 'StopLogging')}`, ['é']],
];

describe('files of an export mean the same as Windows writes them', () => {
  const { api, user, newSiem, post } = useSiemImporter();

  /** A SIEM of each kind: nothing is applied, so that one can be asked again. */
  const siems = new Map<string, Promise<string>>();
  const siemOf = (kind: string): Promise<string> => {
    const id = siems.get(kind) ?? newSiem(kind);
    siems.set(kind, id);
    return id;
  };
  const sent = async (kind: string, name: string, file: Uint8Array) => {
    const { body } = await post(await siemOf(kind), file, `file=${name}`).expect(200);
    const { new: found, read, unread, warnings } = body;
    return { rules: found.map(({ key, name }: Record<string, string>) => ({ key, name })), read, unread, warnings };
  };

  it.each(FILES)('packed, with a mark or as UTF-16: %s: %s', async (kind, name, text, rules) => {
    const plain = await sent(kind, name, Buffer.from(text));
    expect(plain.rules.map((rule: { name: string }) => rule.name).sort()).toEqual(rules);
    for (const [index, [encoding, encoded]] of ENCODINGS.entries()) {
      // Each encoding as it is, and in one packing: a file is unpacked before anybody asks how it is encoded.
      for (const [packing, packed] of [PACKINGS[0], PACKINGS[1 + (index % 3)]].filter((one) => one !== undefined)) {
        const found = await sent(kind, `${name}${packing}`, packed(name, encoded(text)));
        expect({ encoding, packing, ...found }).toEqual({ encoding, packing, ...plain });
      }
    }
  });

  it('as UTF-16: sentinel: a template larger than what is read at once', async () => {
    const text = sentinelTemplate(5 * 1024 * 1024);
    const plain = await sent('sentinel', 'a.json', Buffer.from(text));
    expect(plain.rules).toMatchObject([{ name: 'é' }]);
    for (const encoded of [Buffer.concat([WIDE_MARK, utf16(text)]), bigEndian(text)]) {
      expect(await sent('sentinel', 'a.json', encoded)).toEqual(plain);
    }
  });

  describe('lines of a large file may end as on Windows', () => {
    /** Wide rather than many, since each rule costs its reading. */
    const COUNT = 60;
    const wide = `# ${'x'.repeat(20_000)}`;
    const many = (text: (index: number) => string): string =>
      Array.from({ length: COUNT }, (_, index) => text(index)).join('');
    const trail = yaral.slice(0, yaral.indexOf('/* between'));
    const event = (index: number): string => ['StopLogging', 'DeleteTrail'][index % 2] as string;
    const numbered = (index: number): string => `r${String(index).padStart(5, '0')}`;
    const correlation =
      'title: Both\nid: 0f1e2d3c-4b5a-4978-8796-000000000001\ncorrelation:\n  type: temporal\n  rules: # these\n    - r00007 # one\n    - "named rule"\n  timespan: 5m\n  group-by: [userIdentity.arn]\n---\n';
    const sigma = many(
      (index) =>
        `${sigmaRule(numbered(index), event(index))}name: ${index === 30 ? '"named rule" # two' : numbered(index)}\n${wide}\n---\n`,
    );

    it.each([
      ['sigma', 'a.yml', `${sigma}${correlation}`, COUNT - 1],
      ['google', 'a.yaral', many((index) => `//${wide}\n${trail.replace('trail_stopped', `r${index}`)}`), COUNT],
      ['splunk', 'savedsearches.conf', many((index) => `[R${index}]\n${wide}\nsearch = \\\n${SEARCH}\n`), COUNT],
      [
        'elastic',
        'a.ndjson',
        many((index) => `${JSON.stringify(elasticRule(`R${index}`, 'a:b', { description: wide }))}\n`),
        COUNT,
      ],
      [
        'elastic',
        'a.json',
        JSON.stringify(
          Array.from({ length: COUNT }, (_, index) => elasticRule(`R${index}`, 'a:b', { description: wide })),
          null,
          1,
        ),
        COUNT,
      ],
    ] as const)('%s: %s', async (kind, name, text, total) => {
      expect(text.length).toBeGreaterThan(1024 * 1024);
      const id = await siemOf(kind);
      const answers = [];
      for (const file of [text, text.replaceAll('\n', '\r\n')])
        answers.push((await post(id, file, `file=${name}`).expect(200)).body);
      const [unix, windows] = answers.map(({ digest, ...answer }) => answer);
      expect(unix).toMatchObject({ new_total: total, unread_total: 0 });
      expect(windows).toEqual(unix);
    });

    it('actions of Sigma are seen, so that their rules are not read apart', async () => {
      const text = `action: global\n---\n${sigma}`.replaceAll('\n', '\r\n');
      const result = doSiemTask({
        ...{ step: 'divide', kind: 'sigma', isAlone: true, bytes: shared([Buffer.from(text)]) },
        file: { name: 'a.yml', from: 0, to: text.length },
      });
      expect(result).toEqual({ divided: undefined });
    });
  });

  it('settings of the first stanza stay its own, and macros are those of their file', async () => {
    const conf = `\uFEFF[First]\nsearch = \`trail\` eventName=StopLogging\n[Second]\nsearch = ${SEARCH}\n[Third]\ndescription = none\n`;
    const macros = '\uFEFF[trail]\ndefinition = sourcetype=aws:cloudtrail\n';
    const id = await newSiem('splunk');
    const files = { 'a/default/savedsearches.conf': conf, 'a/default/macros.conf': macros };
    const { body } = await post(id, tar(files), 'file=a.tar&apply=true').expect(200);
    expect(body).toMatchObject({
      new_total: 2,
      read: { whole: 2 },
      unread: [{ place: 'a/savedsearches.conf:5 [Third]', reason: 'the stanza has no search' }],
    });
    const { body: listed } = await api()
      .http.get(at(`/siems/${id}/rules`))
      .set(user().key)
      .expect(200);
    expect(listed.rules.map(({ name }: { name: string }) => name).sort()).toEqual(['First', 'Second']);
  });
});
