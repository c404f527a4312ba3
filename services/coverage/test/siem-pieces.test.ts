import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { at } from './support/harness.js';
import { elasticRule, ndjson, sigmaRule, tar } from './support/siem-exports.js';
import { useSiemImporter } from './support/siem-importer.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

describe('exports of SIEMs are read', () => {
  const { api, user, newSiem, post } = useSiemImporter();

  const apply = async (id: string, name: string, file: string | Uint8Array): Promise<Answer> => {
    const { body, status } = await post(id, file, `file=${name}&apply=true`);
    expect({ status, detail: body.detail }).toEqual({ status: 200 });
    return body;
  };

  const events = ['StopLogging', 'DeleteTrail', 'CreateUser'];
  /** Rules of a file, and the bytes of each. Wide rather than many, since each costs its reading: a megabyte is more than one task reads. */
  const COUNT = 80;
  const WIDTH = 21_000;
  const LAST = COUNT - 1;

  describe('a file is read piece by piece, as it comes', () => {
    const rules = Array.from({ length: COUNT }, (_, index) =>
      elasticRule(`Rule ${index}`, `event.dataset:aws.cloudtrail and event.action:${events[index % 3]}`, {
        description: `"] , { [ \\ ${'é'.repeat(WIDTH / 2)}`,
      }),
    );
    const placeOf = async (id: string, name: string): Promise<string> => {
      const { body } = await api()
        .http.get(at(`/siems/${id}/rules?page_size=200`))
        .set(user().key)
        .expect(200);
      return body.rules.find((rule: Answer) => rule.name === name).place;
    };

    it('NDJSON and a page of JSON give the same rules as each rule alone, with the line or number of each', async () => {
      const id = await newSiem('elastic');
      expect(await apply(id, 'a.ndjson', ndjson(rules))).toMatchObject({
        new_total: COUNT,
        unread_total: 0,
        warnings: [],
      });
      expect(await placeOf(id, `Rule ${LAST}`)).toBe(`a.ndjson:${COUNT}`);
      for (const [name, file, place] of [
        ['a.json', JSON.stringify(rules, null, 2), `a.json data[${LAST}]`],
        ['b.json', JSON.stringify({ page: 1, data: rules, total: rules.length }, null, 1), `b.json data[${LAST}]`],
      ] as const) {
        expect((await post(id, file, `file=${name}`).expect(200)).body).toMatchObject({
          same_total: COUNT,
          warnings: [],
        });
        const fresh = await newSiem('elastic');
        await apply(fresh, name, file);
        expect(await placeOf(fresh, `Rule ${LAST}`)).toBe(place);
      }
    });

    it('what is broken in the middle is told with its place, and the rest is read', async () => {
      const id = await newSiem('elastic');
      const lines = ndjson(rules).split('\n');
      lines[70] = '{"rule_id": "x", "name": ';
      const { body } = await post(id, lines.join('\n'), 'file=a.ndjson').expect(200);
      expect(body).toMatchObject({ new_total: LAST, unread_total: 1, unread: [{ place: 'a.ndjson:71' }] });
    });

    it('a list that breaks off loses the record that it breaks off in, and says that the file does not end', async () => {
      const id = await newSiem('elastic');
      const { body } = await post(id, JSON.stringify(rules).slice(0, -50), 'file=a.json').expect(200);
      expect(body.new_total).toBe(LAST);
      expect(body.warnings.map(({ kind }: Answer) => kind)).toEqual(['broken_off']);
      expect(body.unread.map(({ place }: Answer) => place)).toEqual([`a.json record[${LAST}]`, 'a.json']);
    });

    it.each([
      ['gzipped', 'a.json.gz', gzipSync],
      ['alone in a zip', 'a.zip', (file: string) => zipSync({ 'a.json': Buffer.from(file) })],
      ['alone in a tar', 'a.tar', (file: string) => tar({ 'a.json': file })],
      ['alone in a tar.gz', 'a.tgz', (file: string) => gzipSync(tar({ 'a.json': file }))],
    ])('the same of a list that is %s', async (_, name, packed) => {
      const id = await newSiem('elastic');
      const { body } = await post(id, packed(JSON.stringify(rules).slice(0, -50)), `file=${name}`).expect(200);
      expect(body.new_total).toBe(LAST);
      expect(body.warnings.map(({ kind }: Answer) => kind)).toEqual(['broken_off']);
      expect(body.unread.map(({ place }: Answer) => place)).toEqual([`a.json record[${LAST}]`, 'a.json']);
    });

    it('Sentinel and Google: their lists are counted through all pieces', async () => {
      const sentinel = await newSiem('sentinel');
      const alertRule = (index: number) => ({
        kind: 'Scheduled',
        name: `0f1e2d3c-4b5a-6978-8796-${String(index).padStart(12, '0')}`,
        properties:
          index === 55
            ? {}
            : {
                displayName: `Rule ${index}`,
                description: 'x'.repeat(WIDTH),
                query: 'AWSCloudTrail | where EventName == "StopLogging"',
              },
      });
      const value = Array.from({ length: COUNT }, (_, index) => alertRule(index));
      const { body } = await post(sentinel, JSON.stringify({ value, nextLink: 'https://x' }), 'file=a.json').expect(
        200,
      );
      expect(body).toMatchObject({
        new_total: LAST,
        unread: [{ place: 'a.json value[55]' }],
        warnings: [{ kind: 'one_page' }],
      });
      const google = await newSiem('google');
      const text = (name: string) =>
        `rule ${name} {\n // ${'x'.repeat(WIDTH)}\n meta:\n events:\n  $e.metadata.product_event_type = "StopLogging"\n condition:\n  $e\n}`;
      const listed = {
        rules: Array.from({ length: COUNT }, (_, index) => ({
          ruleId: `ru_${index}`,
          ruleText: index === LAST ? '' : text(`r${index}`),
        })),
      };
      expect((await post(google, JSON.stringify(listed), 'file=rules.json').expect(200)).body).toMatchObject({
        new_total: LAST,
        unread: [{ place: `rules.json rules[${LAST}]` }],
      });
    });
  });

  describe('a file of text is read part by part, and means what it means in small', () => {
    /** What makes a file larger than one task reads, in few lines. */
    const wide = `# ${'x'.repeat(WIDTH)}`;
    const rulesOf = async (id: string): Promise<Answer[]> => {
      const { body } = await api()
        .http.get(at(`/siems/${id}/rules?page_size=200`))
        .set(user().key)
        .expect(200);
      return body.rules;
    };
    const byName = (rules: readonly Answer[], name: string): Answer => rules.find((rule) => rule.name === name);

    it('savedsearches.conf: settings of [default] further down, stanzas that come again, and macros from another file', async () => {
      const search = (index: number): string =>
        `[Rule ${index}]\n${wide}\nsearch = \`trail\` \\\n  eventName=${events[index % 3]}\n`;
      const many = Array.from({ length: COUNT }, (_, index) => search(index));
      const conf = [
        ...many,
        '[default]\nenableSched = 1\ncron_schedule = 7 * * * *\n[Rule 3]\ndisabled = 1\n[empty]\nx = y\n',
      ].join('');
      const id = await newSiem('splunk');
      const files = {
        'app/default/savedsearches.conf': conf,
        'app/local/savedsearches.conf': 'disabled = 0\n[Rule 5]\ncron_schedule = 9 * * * *\n',
        'app/default/macros.conf': `[trail]\n${wide}\ndefinition = sourcetype=aws:cloudtrail\n`,
      };
      expect(conf.length).toBeGreaterThan(1.5 * 1024 * 1024);
      expect(await apply(id, 'app.tar', tar(files))).toMatchObject({
        new_total: COUNT,
        read: { whole: COUNT },
        unread: [{ place: `app/savedsearches.conf:${4 * COUNT + 6} [empty]`, reason: 'the stanza has no search' }],
      });
      const rules = await rulesOf(id);
      expect(byName(rules, 'Rule 3')).toMatchObject({ enabled: false, schedule: '7 * * * *' });
      expect(byName(rules, 'Rule 5')).toMatchObject({ enabled: true, schedule: '9 * * * *' });
      expect(byName(rules, `Rule ${LAST}`)).toMatchObject({
        place: `app/savedsearches.conf:${4 * LAST + 1} [Rule ${LAST}]`,
        query: `\`trail\` \n  eventName=${events[LAST % 3]}`,
      });
    });

    it('saved/searches: macros and alerts on later pages, and searches of one name in two apps', async () => {
      const search = (name: string, app: string, description = '') => ({
        name,
        acl: { app },
        content: { search: '`trail` eventName=StopLogging', description },
      });
      const searches = Array.from({ length: COUNT }, (_, index) => search(`Rule ${index}`, 'a', 'x'.repeat(WIDTH)));
      const page = (entries: readonly object[], total: number): string =>
        JSON.stringify({ entry: entries, paging: { total } });
      const id = await newSiem('splunk');
      const files = {
        '1.json': page([...searches, search('Rule 7', 'b')], COUNT + 2),
        '2.json': page([{ name: 'trail', content: { definition: 'sourcetype=aws:cloudtrail' } }], 1),
        '3.json': page([{ name: 'x', content: { savedsearch_name: 'Rule 8', trigger_time: 1764000000 } }], 1),
      };
      expect(await apply(id, 'pages.tar', tar(files))).toMatchObject({
        new_total: COUNT + 1,
        unread_total: 0,
        read: { whole: COUNT + 1 },
        warnings: [{ kind: 'one_page', text: expect.stringContaining(`${COUNT + 1} of ${COUNT + 2} rules`) }],
      });
      const rules = await rulesOf(id);
      expect(rules.filter(({ name }) => name === 'Rule 7').map(({ key }) => key)).toEqual(['a/Rule 7', 'b/Rule 7']);
      expect(byName(rules, 'Rule 8')).toMatchObject({ key: 'Rule 8', last_alert_at: '2025-11-24T16:00:00.000Z' });
    });

    it('YARA-L: braces in texts and comments, and the line of each rule', async () => {
      const text = (index: number): string =>
        `// } ${'x'.repeat(WIDTH)}\nrule r${index} {\n meta:\n  a = "}" /* { \n */\n events:\n  $e.metadata.product_event_type = /}{/\n  $e.principal.hostname = \`}\`\n condition:\n  $e\n}\n\n`;
      const id = await newSiem('google');
      const file = Array.from({ length: COUNT }, (_, index) => text(index)).join('');
      expect(await apply(id, 'a.yaral', file)).toMatchObject({ new_total: COUNT, unread_total: 0 });
      expect(byName(await rulesOf(id), `r${LAST}`).place).toBe(`a.yaral:${LAST * 12 + 2}`);
    });

    it('Sigma: a correlation with the rules that it names, wherever they stand, and a document that is broken', async () => {
      const numbered = (index: number): string => `r${String(index).padStart(5, '0')}`;
      const rule = (name: string, index: number): string =>
        `${sigmaRule(name, events[index % 3] as string)}name: ${name}\n${wide}\n`;
      const many = Array.from({ length: COUNT }, (_, index) => rule(numbered(index), index));
      const [first, last] = [numbered(0), numbered(LAST)];
      const correlation = `title: Both\nid: 0f1e2d3c-4b5a-4978-8796-000000000001\ncorrelation:\n  type: temporal\n  rules:\n    - ${first}\n    - ${last}\n  timespan: 5m\n  group-by: [userIdentity.arn]\n`;
      many.splice(40, 0, correlation, 'title: no rule\n');
      const id = await newSiem('sigma');
      expect(await apply(id, 'all.yml', `---\n${many.join('---\n')}`)).toMatchObject({
        new_total: LAST,
        unread_total: 1,
        unread: [{ place: 'all.yml#42' }],
      });
      const rules = await rulesOf(id);
      expect(rules.filter(({ name }) => [first, last].includes(name))).toEqual([]);
      expect(byName(rules, 'Both')).toMatchObject({ read: 'whole', place: 'all.yml#41' });
      expect(byName(rules, numbered(LAST - 1)).place).toBe(`all.yml#${COUNT + 1}`);
    });

    it('OpenSearch: the answer of a search, and a file that Windows wrote as UTF-16', async () => {
      const hit = (index: number) => ({
        _id: `id ${index}`,
        _source: {
          ...{ name: `Monitor ${index} é`, enabled: true, x: 'x'.repeat(WIDTH) },
          inputs: [
            {
              search: {
                indices: ['a'],
                query: { query: { query_string: { query: `eventName:${events[index % 3]}` } } },
              },
            },
          ],
        },
      });
      const hits = Array.from({ length: COUNT }, (_, index) => hit(index));
      const answer = JSON.stringify({ took: 1, hits: { total: { value: COUNT }, hits } });
      const id = await newSiem('opensearch');
      expect(await apply(id, 'a.json', answer)).toMatchObject({ new_total: COUNT, unread_total: 0 });
      const wideText = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(answer, 'utf16le')]);
      const { body } = await post(id, wideText, 'file=a.json').expect(200);
      expect(body).toMatchObject({ same_total: COUNT, new_total: 0, unread_total: 0 });
    });
  });
});
