import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';
import { elasticRule, ndjson, tar } from './support/siem-exports.js';
import { createSiemImporter } from './support/siem-importer.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

describe('exports of SIEMs are read', () => {
  let harness: Harness;
  let api: Instance;
  let user: TestUser;
  let newSiem: ReturnType<typeof createSiemImporter>['newSiem'];
  let post: ReturnType<typeof createSiemImporter>['post'];
  beforeAll(async () => {
    harness = await createHarness();
    api = harness.start();
    user = await newUser(api, 'pro');
    ({ newSiem, post } = createSiemImporter(api, user));
  });
  afterAll(() => harness.close());

  const apply = async (id: string, name: string, file: string | Uint8Array): Promise<Answer> => {
    const { body, status } = await post(id, file, `file=${name}&apply=true`);
    expect({ status, detail: body.detail }).toEqual({ status: 200 });
    return body;
  };

  describe('a file is read piece by piece, as it comes', () => {
    const events = ['StopLogging', 'DeleteTrail', 'CreateUser'];
    const rules = Array.from({ length: 700 }, (_, index) =>
      elasticRule(`Rule ${index}`, `event.dataset:aws.cloudtrail and event.action:${events[index % 3]}`, {
        description: `"] , { [ \\ ${'é'.repeat(40)}`,
      }),
    );
    const placeOf = async (id: string, name: string): Promise<string> => {
      const { body } = await api.http
        .get(at(`/siems/${id}/rules?page_size=200&page=4`))
        .set(user.key)
        .expect(200);
      return body.rules.find((rule: Answer) => rule.name === name).place;
    };

    it('NDJSON and a page of JSON give the same rules as each rule alone, with the line or number of each', async () => {
      const id = await newSiem('elastic');
      expect(await apply(id, 'a.ndjson', ndjson(rules))).toMatchObject({
        new_total: 700,
        unread_total: 0,
        warnings: [],
      });
      expect(await placeOf(id, 'Rule 698')).toBe('a.ndjson:699');
      for (const [name, file, place] of [
        ['a.json', JSON.stringify(rules, null, 2), 'a.json data[698]'],
        ['b.json', JSON.stringify({ page: 1, data: rules, total: 700 }, null, 1), 'b.json data[698]'],
      ] as const) {
        expect((await post(id, file, `file=${name}`).expect(200)).body).toMatchObject({
          same_total: 700,
          warnings: [],
        });
        const fresh = await newSiem('elastic');
        await apply(fresh, name, file);
        expect(await placeOf(fresh, 'Rule 698')).toBe(place);
      }
    });

    it('what is broken in the middle is told with its place, and the rest is read', async () => {
      const id = await newSiem('elastic');
      const lines = ndjson(rules).split('\n');
      lines[600] = '{"rule_id": "x", "name": ';
      const { body } = await post(id, lines.join('\n'), 'file=a.ndjson').expect(200);
      expect(body).toMatchObject({ new_total: 699, unread_total: 1, unread: [{ place: 'a.ndjson:601' }] });
    });

    it('a list that breaks off says from where on, and that the file does not end', async () => {
      const id = await newSiem('elastic');
      const { body } = await post(id, JSON.stringify(rules).slice(0, -50), 'file=a.json').expect(200);
      expect(body.new_total).toBe(500);
      expect(body.unread.map(({ place }: Answer) => place)).toEqual(['a.json from record 500 on', 'a.json']);
    });

    it.each([
      ['gzipped', 'a.json.gz', gzipSync],
      ['alone in a zip', 'a.zip', (file: string) => zipSync({ 'a.json': Buffer.from(file) })],
      ['alone in a tar', 'a.tar', (file: string) => tar({ 'a.json': file })],
      ['alone in a tar.gz', 'a.tgz', (file: string) => gzipSync(tar({ 'a.json': file }))],
    ])('the same of a list that is %s', async (_, name, packed) => {
      const id = await newSiem('elastic');
      const { body } = await post(id, packed(JSON.stringify(rules).slice(0, -50)), `file=${name}`).expect(200);
      expect(body.new_total).toBe(500);
      expect(body.unread.map(({ place }: Answer) => place)).toEqual(['a.json from record 500 on', 'a.json']);
    });

    it('Sentinel and Google: their lists are counted through all pieces', async () => {
      const sentinel = await newSiem('sentinel');
      const alertRule = (index: number) => ({
        kind: 'Scheduled',
        name: `0f1e2d3c-4b5a-6978-8796-${String(index).padStart(12, '0')}`,
        properties:
          index === 555
            ? {}
            : { displayName: `Rule ${index}`, query: 'AWSCloudTrail | where EventName == "StopLogging"' },
      });
      const value = Array.from({ length: 600 }, (_, index) => alertRule(index));
      const { body } = await post(sentinel, JSON.stringify({ value, nextLink: 'https://x' }), 'file=a.json').expect(
        200,
      );
      expect(body).toMatchObject({
        new_total: 599,
        unread: [{ place: 'a.json value[555]' }],
        warnings: [{ kind: 'one_page' }],
      });
      const google = await newSiem('google');
      const text = (name: string) =>
        `rule ${name} {\n meta:\n events:\n  $e.metadata.product_event_type = "StopLogging"\n condition:\n  $e\n}`;
      const listed = {
        rules: Array.from({ length: 300 }, (_, index) => ({
          ruleId: `ru_${index}`,
          ruleText: index === 299 ? '' : text(`r${index}`),
        })),
      };
      expect((await post(google, JSON.stringify(listed), 'file=rules.json').expect(200)).body).toMatchObject({
        new_total: 299,
        unread: [{ place: 'rules.json rules[299]' }],
      });
    });
  });
});
