import { RecordPieces } from '../src/siems/exports/record-pieces.js';
import { elasticRule, monitor, yaral } from './support/siem-exports.js';
import { useSiemImporter } from './support/siem-importer.js';

describe('a broken record of a list takes no other with it', () => {
  const importer = useSiemImporter();

  const QUERY = 'AWSCloudTrail | where EventName == "StopLogging"';
  const alertRule = (index: number) => ({
    ...{ kind: 'Scheduled', name: `0f1e2d3c-4b5a-6978-8796-00000000000${index}` },
    properties: { displayName: `é [${index}`, query: QUERY },
  });
  const text = yaral.slice(0, yaral.indexOf('/* between'));
  const search = { search: 'sourcetype=aws:cloudtrail eventName=StopLogging' };

  it.each([
    ['elastic', 'data', (index: number) => elasticRule(`é, ]${index}`, 'event.action:StopLogging'), ' data'],
    ['sentinel', 'value', alertRule, ' value'],
    ['google', 'rules', (index: number) => ({ ruleId: `ru_${index}`, ruleText: text }), ' rules'],
    ['splunk', 'entry', (index: number) => ({ name: `é, ]${index}`, content: search }), ' entry'],
    ['opensearch', 'hits.hits', (index: number) => ({ _id: `${index}`, _source: monitor(`é, ]${index}`) }), ' '],
  ] as const)('%s: %s', async (kind, key, recordOf, list) => {
    const records = [0, 1, 2, 3, 4, 5].map((index) => JSON.stringify(recordOf(index)));
    records[1] = '{"name": tru}';
    records[4] = '';
    const whole = key.split('.').reduceRight((inner, step) => `{"${step}": ${inner}}`, `[${records.join(',\n')}]`);
    const id = await importer.newSiem(kind);
    const { body } = await importer.post(id, whole, 'file=a.json').expect(200);
    const places = body.new.map(({ place }: { place: string }) => place);
    expect(places.sort()).toEqual([0, 2, 3, 5].map((index) => `a.json${list}[${index}]`));
    expect(body).toMatchObject({
      unread_total: 2,
      unread: [1, 4].map((index) => ({
        place: `a.json record[${index}]`,
        reason: expect.stringContaining('it is no JSON'),
      })),
      warnings: [],
    });
    const cut = await importer.post(id, whole.slice(0, -3), 'file=a.json').expect(200);
    expect(cut.body.warnings.map((one: { kind: string }) => one.kind)).toEqual(['broken_off']);
  });

  const PLACED = [
    ['a bracket too many', (record: string) => record.replace('{', '{{')],
    ['a list that begins twice', (record: string) => record.replace('":', '":[[')],
    ['a bracket that closes too early', (record: string) => record.replace(',', '},')],
    ['a bracket too many at its end', (record: string) => `${record}}`],
    ['a list that is closed at its end', (record: string) => `${record}]`],
    ['no bracket at its end', (record: string) => record.slice(0, -1)],
    ['a text without its last quote', (record: string) => record.replace('",', ',')],
    ['a text without its first quote', (record: string) => record.replace(/: ?"/, ':')],
  ] as const;
  const names = (body: { new: { name: string }[] }): string[] => body.new.map(({ name }) => name).sort();

  describe.each([
    ['one line', undefined],
    ['indented', 2],
  ] as const)('a record whose brackets do not fit is named, and those behind it are read: %s', (_, indent) => {
    const rule = (index: number): string =>
      JSON.stringify(elasticRule(`R${index}`, 'event.action:StopLogging'), null, indent);

    it.each(PLACED)('%s', async (_, broken) => {
      const id = await importer.newSiem('elastic');
      for (const [at, form] of [0, 2, 5].flatMap((one) => [[one, 'data'] as const, [one, ''] as const])) {
        const records = [0, 1, 2, 3, 4, 5].map((index) => (index === at ? broken(rule(index)) : rule(index)));
        const list = `[${records.join(',\n')}]`;
        const file = form === '' ? list : `{"page":1,"${form}":${list},"total":6}`;
        const { body } = await importer.post(id, file, 'file=a.json').expect(200);
        // A record that is whole but for a bracket of the list behind it is read.
        const isRead = broken(rule(at)) === `${rule(at)}]`;
        const others = [0, 1, 2, 3, 4, 5].filter((index) => isRead || index !== at);
        expect({ at, form, names: names(body) }).toEqual({ at, form, names: others.map((index) => `R${index}`) });
        const places = body.unread.map(({ place }: { place: string }) => place);
        if (isRead) expect(body.warnings.map(({ kind }: { kind: string }) => kind)).toEqual(['broken_off']);
        else expect(places[0]).toMatch(new RegExp(`^a\\.json (?:record|data)\\[${at}\\]$`));
      }
    });
  });

  it('records behind one are found in a file that comes in small parts, and of 5 MB', async () => {
    const wide = 'x'.repeat(20_000);
    const records = Array.from({ length: 250 }, (_, index) =>
      JSON.stringify(elasticRule(`R${index}`, 'event.action:StopLogging', { description: wide })),
    );
    for (const at of [3, 120]) records[at] = `${records[at]?.replace('{', '{[')}`;
    const id = await importer.newSiem('elastic');
    const { body } = await importer.post(id, `[${records.join(', ')}]`, 'file=a.json').expect(200);
    expect(body).toMatchObject({ new_total: 248, unread_total: 2 });
    expect(body.unread.map(({ place }: { place: string }) => place)).toEqual([
      'a.json record[3]',
      'a.json record[120]',
    ]);
    const pieces = new RecordPieces({ form: 'list', key: '', from: 1 });
    const small = Buffer.from('[{"id": 1}, {"id": 2, "x": [}, {"x": 3}, {"id": 4}, {"id": 5}]');
    const found = [pieces.take(small.subarray(0, 1))];
    for (let from = 1; from < small.length; from++) found.push(pieces.take(small.subarray(from, from + 1)));
    expect([...found, pieces.end()].flatMap((some) => [...some])).toEqual([
      { text: '[{"id": 1}]', piece: { form: 'list', first: 0 } },
      { broken: 1, form: 'list' },
      { text: '[{"id": 4}, {"id": 5}]', piece: { form: 'list', first: 2 } },
      { text: '[]', piece: { form: 'around', first: 0 } },
    ]);
  });
});
