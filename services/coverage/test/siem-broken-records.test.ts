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
});
