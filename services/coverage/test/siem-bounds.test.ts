import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { handMadeZip } from './support/hand-made-zip.js';
import { at } from './support/harness.js';
import { elasticRule, ndjson, sigmaRule, tar } from './support/siem-exports.js';
import { createSiemImporter, useSiemImporter } from './support/siem-importer.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

describe('large exports of SIEMs', () => {
  const { harness, api, user, newSiem, post } = useSiemImporter();

  const EVENTS = ['StopLogging', 'DeleteTrail', 'CreateUser'];
  const numbered = (index: number): string => `r${String(index).padStart(5, '0')}`;
  const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));

  describe('an archive is read in parts, and means the same', () => {
    const rules = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [
        `rules/${numbered(index)}.yml`,
        sigmaRule(numbered(index), EVENTS[index % 3] as string),
      ]),
    );

    it('a zip, a tar and a tar.gz of more files than a part has give the same rules, and nothing of what is no rule', async () => {
      const folder = {
        ...rules,
        'a/workflow.yml': 'on: push\n',
        'z/README.txt': 'text',
        'broken.yml': 'detection:\n- [',
      };
      const id = await newSiem('sigma');
      const { body } = await post(id, zip(folder), 'file=rules.zip&apply=true').expect(200);
      expect(body).toMatchObject({ new_total: 600, unread_total: 1, unread: [{ place: 'broken.yml' }], warnings: [] });
      for (const [name, bytes] of [
        ['rules.tar', tar(folder)],
        ['rules.tar.gz', gzipSync(tar(folder))],
      ] as const) {
        const { body: again } = await post(id, bytes, `file=${name}`).expect(200);
        expect(again).toMatchObject({ same_total: 600, new_total: 0, gone_total: 0, unread_total: 1 });
      }
    });

    it('a file that was appended again counts once, as it was last', async () => {
      const blocks = ['StopLogging', 'DeleteTrail'].map((event) =>
        Buffer.from(`${sigmaRule('a', event)}\n# ${'x'.repeat(700_000)}\n`),
      );
      const entries = blocks.map((_, block) => ({ name: 'rules/a.yml', block }));
      const id = await newSiem('sigma');
      const { body } = await post(id, handMadeZip(blocks, entries), 'file=a.zip&apply=true').expect(200);
      expect(body).toMatchObject({ new_total: 1, unread_total: 0 });
      const last = await post(id, blocks[1] as Uint8Array, 'file=a.yml').expect(200);
      expect(last.body).toMatchObject({ same_total: 1, changed_total: 0 });
    });

    it('a large file alone in its part is not taken for a file that was sent alone', async () => {
      const id = await newSiem('sigma');
      const large = `jobs: {}\n# ${'x'.repeat(1_200_000)}\n`;
      const { body } = await post(
        id,
        zip({ 'rules/a.yml': sigmaRule('a', 'StopLogging'), 'ci.yml': large }),
        'file=r.zip',
      );
      expect(body).toMatchObject({ new_total: 1, unread_total: 0 });
    });

    it('rules of all parts count, of the same id too, and none above the limit is read', async () => {
      const rule = 'rule r{condition:$e}\n';
      const files = { 'a.yaral': `${rule}// ${'x'.repeat(1_000_000)}`, 'b.yaral': rule.repeat(10_000) };
      const { body } = await post(await newSiem('google'), zip(files), 'file=a.zip').expect(400);
      expect(body.detail).toContain('it has more than 10,000 rules, and a SIEM has no more here');
    });

    it('a list of more deployments than a SIEM may have rules is refused', async () => {
      const deployment = (index: number) => ({ name: `rules/ru_${index}/deployment`, enabled: true });
      const ruleDeployments = Array.from({ length: 10_001 }, (_, index) => deployment(index));
      const text = 'rule r{condition:$e}\n';
      const files = (listed: readonly object[]) => ({
        'deployments.json': JSON.stringify({ ruleDeployments: listed }),
        'rules.json': JSON.stringify({ rules: [{ name: 'rules/ru_1', text }] }),
      });
      const id = await newSiem('google');
      const { body } = await post(id, zip(files(ruleDeployments)), 'file=a.zip').expect(400);
      expect(body.detail).toContain('it has more than 10,000 rules, and a SIEM has no more here');
      // The same page twice says nothing more.
      const twice = [...ruleDeployments.slice(1), ...ruleDeployments.slice(1)];
      await post(id, zip(files(twice)), 'file=a.zip').expect(200);
    });

    it('a file of which nothing can be read says so of each of its 150,000 lines', async () => {
      const files = { 'a.ndjson': 'x\n'.repeat(150_000), 'b.ndjson': ndjson([elasticRule('one', 'a:b')]) };
      const { body } = await post(await newSiem('elastic'), zip(files), 'file=a.zip').expect(200);
      expect(body).toMatchObject({ new_total: 1, unread_total: 150_000 });
    });

    it('pages of Sentinel in several parts are counted together', async () => {
      const page = (index: number, more: boolean): string =>
        JSON.stringify({
          value: [
            {
              kind: 'Scheduled',
              name: `0f1e2d3c-4b5a-6978-8796-${String(index).padStart(12, '0')}`,
              properties: {
                ...{ displayName: `Rule ${index}`, query: 'AWSCloudTrail | where EventName == "StopLogging"' },
                description: 'x'.repeat(700_000),
              },
            },
          ],
          ...(more ? { nextLink: 'https://x' } : {}),
        });
      const warningsOf = async (lastNamesMore: boolean): Promise<Answer[]> => {
        const files = { '1.json': page(1, true), '2.json': page(2, true), '3.json': page(3, lastNamesMore) };
        const { body } = await post(await newSiem('sentinel'), zip(files), 'file=pages.zip').expect(200);
        expect(body.new_total).toBe(3);
        return body.warnings.map(({ kind }: Answer) => kind);
      };
      expect(await warningsOf(false)).toEqual([]);
      expect(await warningsOf(true)).toEqual(['one_page']);
    });
  });

  describe('a zip is refused by what it would unpack to, whatever it says', () => {
    const block = Buffer.alloc(1024 * 1024, `${sigmaRule('a', 'StopLogging')}\n#`);
    const manyOf = (method: 0 | 8, says: number) =>
      Array.from({ length: 60 }, (_, index) => ({ name: `${numbered(index)}.yml`, block: 0, method, says }));

    it.each([
      ['stored, said to be empty', 0, 0],
      ['compressed, said to be empty', 8, 0],
      ['stored, said to have one byte', 0, 1],
    ] as const)('60 files that share one block of 1 MB: %s', async (_, method, says) => {
      const bomb = handMadeZip([block], manyOf(method, says));
      expect(bomb.length).toBeLessThan(1.1 * 1024 * 1024);
      const { body } = await post(await newSiem('sigma'), bomb, 'file=a.zip').expect(400);
      expect(body.detail).toContain('it unpacks to more than 50 MB or 20000 files; send it in parts');
    });
  });

  describe('Sigma that is too long for one text, and whose documents mean nothing apart', () => {
    const fault = 'it has more than 1 MB or 1,000 documents of Sigma, which are not read in parts';
    const many = Array.from({ length: 1001 }, (_, index) => sigmaRule(numbered(index), 'StopLogging')).join('---\n');
    const wide = `action: global\n# ${'x'.repeat(1_100_000)}\n---\n${sigmaRule('a', 'StopLogging')}`;
    const filter =
      'title: not ours\nlogsource: {product: aws, service: cloudtrail}\nfilter:\n  rules: any\n  s: {userAgent: ours}\n  condition: not s\n';

    it.each([
      ['sigma', 'actions, over 1 MB', wide],
      ['opensearch', 'actions, over 1 MB', wide],
      ['sigma', 'a filter, over 1,000 documents', `${many}---\n${filter}`],
    ])('%s: %s: is refused, and no rule counts as gone', async (kind, _, file) => {
      const { body, status } = await post(await newSiem(kind), file, 'file=a.yml&apply=true');
      expect([status, body.detail]).toEqual([400, expect.stringContaining(fault)]);
    });

    it('is told of where it is one of several files', async () => {
      const files = { 'a.yml': wide, 'b.yml': sigmaRule('b', 'StopLogging'), 'c.yml': `${many}---\n${filter}` };
      const { body } = await post(await newSiem('sigma'), zip(files), 'file=a.zip').expect(200);
      expect(body).toMatchObject({ new_total: 1, unread_total: 2 });
      expect(body.unread).toEqual(
        ['a.yml', 'c.yml'].map((place) => ({ place, reason: expect.stringContaining(fault) })),
      );
    });

    it('more documents than one text may have, which do not depend on each other, are read', async () => {
      const { body } = await post(await newSiem('sigma'), many, 'file=a.yml').expect(200);
      expect(body).toMatchObject({ new_total: 1001, unread_total: 0 });
    });
  });

  it('a part that takes more than it may is named, with the bound, what helps, and nothing changed', async () => {
    const small = harness().start({ LIMIT_IMPORT_MEMORY_MB: '64' });
    const importer = createSiemImporter(small, user());
    const id = await newSiem('sentinel');
    const rule = 'name: Kept\nquery: AWSCloudTrail | where EventName == "StopLogging"\n';
    await post(id, rule, 'file=a.yaml&apply=true').expect(200);
    // Each of 700,000 empty maps takes some 60 bytes, on a fast machine as on a slow one.
    const { body } = await importer
      .post(id, `${rule}x:\n${'- {}\n'.repeat(700_000)}`, 'file=a.yaml&apply=true')
      .expect(400);
    expect(body.detail).toBe(
      'Invalid body: a.yaml: reading this takes more than the 64 MB of memory that a part of an export may use; make the longest search in it shorter, or ask the operator for more (LIMIT_IMPORT_MEMORY_MB). Nothing was changed.',
    );
    const { body: after } = await api()
      .http.get(at(`/siems/${id}/rules`))
      .set(user().key)
      .expect(200);
    expect(after.rules.map(({ name }: Answer) => name)).toEqual(['Kept']);
  });

  it('Google SecOps: a rule over findings of GuardDuty is a detection of the account, whose log no scan reads', async () => {
    const account = { name: 'g', provider: 'aws', external_account_id: '111122223333' };
    const { id: accountId } = (await api().http.post(at('/accounts')).set(user().key).send(account).expect(200)).body;
    const body = { name: 'SecOps', kind: 'google', account_ids: [accountId] };
    const { id } = (await api().http.post(at('/siems')).set(user().key).send(body).expect(200)).body;
    const rule = (name: string, product: string): string =>
      `rule ${name} {\n meta:\n  technique = "T1496"\n events:\n  $e.metadata.vendor_name = "AMAZON"\n  $e.metadata.product_name = "${product}"\n  $e.metadata.product_event_type = /BitcoinTool/\n condition:\n  $e\n}\n`;
    const file = rule('miner', 'AWS GuardDuty') + rule('trail', 'AWS CloudTrail');
    expect((await post(id, file, 'file=a.yaral&apply=true').expect(200)).body).toMatchObject({
      new_total: 2,
      read: { whole: 2 },
    });
    const { body: listed } = await api()
      .http.get(at(`/siems/${id}/rules`))
      .set(user().key)
      .expect(200);
    const miner = listed.rules.find(({ name }: Answer) => name === 'miner');
    expect(miner).toMatchObject({ can_fire: 'unknown', read: 'whole' });
    expect(miner.accounts.map((one: Answer) => one.cloud_account_id)).toEqual([accountId]);
  });
});
