import { at } from './support/harness.js';
import { PRODUCT_EXPORTS } from './support/product-exports.js';
import { useSiemImporter } from './support/siem-importer.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

describe('an export of each product is imported, shown, changed and imported again', () => {
  const { api, user, post } = useSiemImporter();
  let account: string;
  beforeAll(async () => {
    const body = { name: 'a', provider: 'aws', external_account_id: '111122223333' };
    account = (await api().http.post(at('/accounts')).set(user().key).send(body).expect(200)).body.id;
  });

  const rulesOf = async (id: string): Promise<Answer[]> =>
    (
      await api()
        .http.get(at(`/siems/${id}/rules`))
        .set(user().key)
        .expect(200)
    ).body.rules;
  const detectionsOf = async (): Promise<Answer[]> =>
    (
      await api()
        .http.get(at(`/accounts/${account}/detections?page_size=100`))
        .set(user().key)
        .expect(200)
    ).body.detections;

  it.each(PRODUCT_EXPORTS.map((product) => [product.kind, product.form, product] as const))(
    '%s: %s',
    async (kind, _, { file, of }) => {
      const made = { name: `${kind} ${file}`, kind, account_ids: [account] };
      const { id } = (await api().http.post(at('/siems')).set(user().key).send(made).expect(200)).body;
      const before = of([
        { name: 'stays', event: 'StopLogging' },
        { name: 'changes', event: 'DeleteTrail' },
        { name: 'leaves', event: 'CreateUser' },
      ]);
      const { body: shown } = await post(id, before, `file=${file}`).expect(200);
      expect(shown).toMatchObject({
        ...{ applied: false, new_total: 3, changed_total: 0, gone_total: 0, unread_total: 0, warnings: [] },
        read: { whole: 3, part: 0, none: 0 },
      });
      expect(await rulesOf(id)).toEqual([]);
      await post(id, before, `file=${file}&apply=true&expect=${shown.digest}`).expect(200);
      const first = await rulesOf(id);
      expect(first.map(({ name }) => name)).toEqual(['changes', 'leaves', 'stays']);
      for (const rule of first)
        expect(rule).toMatchObject({ accounts: [{ cloud_account_id: account }], read: 'whole' });

      const after = of([
        { name: 'stays', event: 'StopLogging' },
        { name: 'changes', event: 'UpdateTrail' },
        { name: 'comes', event: 'CreateAccessKey' },
      ]);
      const { body: diff } = await post(id, after, `file=${file}`).expect(200);
      expect(diff).toMatchObject({
        ...{ applied: false, same_total: 1 },
        new: [{ name: 'comes' }],
        changed: [{ name: 'changes', fields: ['query'] }],
        gone: [{ name: 'leaves' }],
      });
      await post(id, after, `file=${file}&apply=true&expect=${diff.digest}`).expect(200);
      const second = await rulesOf(id);
      expect(second.map(({ name }) => name)).toEqual(['changes', 'comes', 'stays']);
      expect([second[0].id, second[2].id]).toEqual([first[0].id, first[2].id]);
      expect(second[0].query).toContain('UpdateTrail');
      expect(second[0].accounts[0].detection_id).toBe(first[0].accounts[0].detection_id);
      const detections = (await detectionsOf()).map((detection) => detection.id);
      expect(detections).toContain(second[1].accounts[0].detection_id);
      expect(detections).not.toContain(first[1].accounts[0].detection_id);
      expect((await post(id, after, `file=${file}`).expect(200)).body).toMatchObject({
        ...{ same_total: 3, new_total: 0, changed_total: 0, gone_total: 0 },
      });
    },
  );
});
