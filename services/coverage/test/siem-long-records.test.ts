import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { elasticRule, sigmaRule } from './support/siem-exports.js';
import { useSiemImporter } from './support/siem-importer.js';

/** A text that a thread with the least memory that it may have cannot hold. */
const LONG = 'x'.repeat(45 * 1024 * 1024);
/** One that is more than is read at once, for the forms that are divided as another of them is. */
const LONGISH = 'x'.repeat(5 * 1024 * 1024);
const TOO_LONG = 'it is longer than the 1 MB that a rule may have';
const NO_FORM = 'it is in no form that is read in parts, and has more than the 4 MB that are read at once';

const line = (name: string, description = ''): string =>
  JSON.stringify(elasticRule(name, 'event.dataset:aws.cloudtrail and event.action:StopLogging', { description }));
const sentinel = (digit: number, description = '') => ({
  kind: 'Scheduled',
  name: `0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f${digit}`,
  properties: { displayName: 'Rule', query: 'AWSCloudTrail | where EventName == "StopLogging"', description },
});
const stanza = (name: string, description = ''): string =>
  `[${name}]\nenableSched = 1\nsearch = sourcetype=aws:cloudtrail eventName=StopLogging\ndescription = ${description}\n`;
const entry = (name: string, description = '') => ({
  name,
  content: { search: 'sourcetype=aws:cloudtrail eventName=StopLogging', description },
});
const monitor = (name: string, description = '') => ({
  _id: name,
  _source: {
    ...{ name, description, enabled: true },
    inputs: [{ search: { indices: ['a'], query: { query: { query_string: { query: 'eventName:StopLogging' } } } } }],
  },
});
const yaral = (name: string, description = ''): string =>
  `rule ${name} {\n meta:\n  description = "${description}"\n events:\n  $e.metadata.product_event_type = "StopLogging"\n condition:\n  $e\n}\n`;
const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])), { level: 1 });

describe('a record that is longer than a thread could hold ends nothing: it is told with its place, and the others are read', () => {
  const importer = useSiemImporter({ LIMIT_IMPORT_MEMORY_MB: '64' });

  const send = async (kind: string, name: string, file: string | Uint8Array) => {
    const packed = typeof file === 'string' ? gzipSync(file, { level: 1 }) : file;
    return importer.post(await importer.newSiem(kind), packed, `file=${name}${typeof file === 'string' ? '.gz' : ''}`);
  };

  it.each([
    ['elastic', 'NDJSON', 'a.ndjson', () => `${line('a')}\n${line('b', LONG)}\n${line('c')}\n`, 'a.ndjson:2'],
    [
      'elastic',
      'NDJSON that begins with it',
      'a.ndjson',
      () => `${line('b', LONGISH)}\n${line('a')}\n${line('c')}\n`,
      'a.ndjson:1',
    ],
    ['elastic', 'a list', 'a.json', () => `[${line('a')},${line('b', LONG)},${line('c')}]`, 'a.json record[1]'],
    [
      'elastic',
      'NDJSON among others in a zip',
      'a.zip',
      () => zip({ 'a.ndjson': `${line('a')}\n${line('b', LONGISH)}\n`, 'c.ndjson': line('c') }),
      'a.ndjson:2',
    ],
    [
      'sentinel',
      'a page of the API',
      'a.json',
      () => JSON.stringify({ value: [sentinel(1), sentinel(2, LONGISH), sentinel(3)] }),
      'a.json record[1]',
    ],
    ['splunk', 'savedsearches.conf', 'a.conf', () => stanza('a') + stanza('b', LONG) + stanza('c'), 'a.conf:5 [b]'],
    [
      'splunk',
      'saved/searches',
      'a.json',
      () => JSON.stringify({ entry: [entry('a'), entry('b', LONGISH), entry('c')], paging: { total: 3 } }),
      'a.json entry[1]',
    ],
    [
      'opensearch',
      'the answer of a search',
      'a.json',
      () => JSON.stringify({ hits: { hits: [monitor('a'), monitor('b', LONGISH), monitor('c')] } }),
      'a.json record[1]',
    ],
    ['google', 'YARA-L', 'a.yaral', () => yaral('a') + yaral('b', LONG) + yaral('c'), 'a.yaral:9'],
    [
      'sigma',
      'documents of a file',
      'a.yml',
      () =>
        [
          sigmaRule('a', 'StopLogging'),
          `${sigmaRule('b', 'StopLogging')}# ${LONG}\n`,
          sigmaRule('c', 'CreateUser'),
        ].join('---\n'),
      'a.yml#2',
    ],
  ] as const)('%s: %s', async (kind, _, name, file, place) => {
    const { body } = await send(kind, name, file());
    expect(body).toMatchObject({ new_total: 2, unread_total: 1, unread: [{ place, reason: TOO_LONG }] });
  });

  it.each([
    ['elastic', 'a.toml', () => `[rule]\nname = "a"\nquery = "b"\ndescription = "${LONGISH}"\n`],
    ['elastic', 'a.json', () => JSON.stringify({ other: [LONG] }, null, 1)],
    ['sentinel', 'a.yaml', () => `name: a\nquery: b\ndescription: ${LONGISH}\n`],
  ] as const)('%s: %s, whose form has no parts, is refused', async (kind, name, file) => {
    const { body, status } = await send(kind, name, file());
    expect([status, body.detail]).toEqual([400, `Invalid body: the file is no export of ${kind}: ${NO_FORM}.`]);
  });

  it('one that has no parts among others is told of, and the others are read', async () => {
    const { body } = await send(
      'sentinel',
      'a.zip',
      zip({ 'a.yaml': `name: ${LONGISH}\n`, 'b.json': JSON.stringify(sentinel(1)) }),
    );
    expect(body).toMatchObject({ new_total: 1, unread_total: 1, unread: [{ place: 'a.yaml', reason: NO_FORM }] });
  });
});
