import { type DeployFormat, deploy, parseSigma, ruleVersion, type SigmaRule } from '@tripline/sigma';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

const ID = '7d4f4a52-1d2c-4c55-9d0e-0a6f5d3b9c11';
const rule = (events: readonly string[], more = ''): string => `title: Trail stopped
id: ${ID}
status: test
date: 2026-11-01
level: high
logsource: {product: aws, service: cloudtrail}
detection: {selection: {eventSource: cloudtrail.amazonaws.com, eventName: [${events.join(', ')}]}, condition: selection}
tags: [attack.t1562.008]
${more}`;
const OURS = rule(['StopLogging', 'DeleteTrail']);

/** A rule as a file that the product loads. */
function exported(sigma: string, format: DeployFormat): string {
  const collection = parseSigma(sigma);
  return deploy(collection.documents[0] as SigmaRule, collection, format).text;
}

describe('a rule that we exported is known again in what the SIEM exports', () => {
  let harness: Harness;
  let api: Instance;
  let user: TestUser;
  let names = 0;
  beforeAll(async () => {
    harness = await createHarness();
    api = harness.start();
    user = await newUser(api, 'pro');
  });
  afterAll(() => harness.close());

  const newSiem = async (kind: string): Promise<string> =>
    (
      await api.http
        .post(at('/siems'))
        .set(user.key)
        .send({ name: `${kind} ${++names}`, kind })
        .expect(200)
    ).body.id;
  const send = async (id: string, name: string, file: string): Promise<void> =>
    void (await api.http
      .post(at(`/siems/${id}/import?file=${name}&apply=true`))
      .set(user.key)
      .set('content-type', 'application/octet-stream')
      .send(Buffer.from(file))
      .expect(200));
  const traced = async (sigma: string, who: TestUser = user): Promise<Answer> =>
    (
      await api.http
        .post(at('/siems/drift'))
        .set(who.key)
        .send({ rules: [{ sigma }] })
        .expect(200)
    ).body.rules[0];
  /** What became of a rule in one SIEM. */
  const inSiem = async (id: string, sigma: string): Promise<Answer[]> =>
    (await traced(sigma)).found.filter(({ siem_id }: Answer) => siem_id === id);

  const PRODUCTS: readonly (readonly [string, DeployFormat, string])[] = [
    ['splunk', 'savedsearches', 'savedsearches.conf'],
    ['sentinel', 'sentinel-yaml', 'rule.yaml'],
    ['sentinel', 'sentinel-arm', 'rule.json'],
    ['elastic', 'kibana-ndjson', 'rules.ndjson'],
    ['elastic', 'kibana-lucene', 'rules.ndjson'],
    ['elastic', 'kibana-esql', 'rules.ndjson'],
    ['opensearch', 'opensearch-monitor', 'monitor.json'],
    ['google', 'yaral', 'rule.yaral'],
  ];
  it.each(PRODUCTS)(
    '%s, %s: as it is, changed in the SIEM, made from an older version, and gone',
    async (kind, format, name) => {
      const id = await newSiem(kind);
      const file = exported(OURS, format);
      await send(id, name, file);
      expect(await inSiem(id, OURS)).toMatchObject([{ state: 'same', differences: [], gone_at: null }]);

      await send(id, name, file.replaceAll('DeleteTrail', 'UpdateTrail').replaceAll('deletetrail', 'updatetrail'));
      const [edited] = await inSiem(id, OURS);
      expect(edited).toMatchObject({ state: 'edited' });
      expect(
        edited.differences.map(({ line, side }: Answer) => [line.split(/[ .]/).at(-1).toLowerCase(), side]),
      ).toEqual([
        ['deletetrail', 'ours'],
        ['updatetrail', 'siem'],
      ]);

      await send(id, name, file);
      const later = rule(['StopLogging', 'DeleteTrail', 'PutEventSelectors']);
      const [older] = await inSiem(id, later);
      expect(older).toMatchObject({ state: 'older' });
      expect(older.differences).toEqual([{ line: expect.stringMatching(/PutEventSelectors/i), side: 'ours' }]);

      await send(id, name, exported(OURS.replace(ID, ID.replace('7d4f', '7d4e')).replace('stopped', 'ended'), format));
      expect(await inSiem(id, OURS)).toMatchObject([
        { state: 'gone', rule_id: null, gone_at: expect.any(String), can_fire: 'no' },
      ]);
      await send(id, name, file);
      expect(await inSiem(id, OURS)).toMatchObject([{ state: 'same' }]);
    },
  );

  it('Sigma: a file of a repository, which carries no version but its own text', async () => {
    const id = await newSiem('sigma');
    await send(id, 'rule.yml', `${OURS}# how it is written does not count\n`);
    expect(await inSiem(id, OURS)).toMatchObject([{ state: 'same' }]);
    await send(id, 'rule.yml', rule(['StopLogging', 'DeleteTrail'], 'falsepositives: [maintenance]\n'));
    expect(await inSiem(id, OURS)).toMatchObject([{ state: 'older', differences: [] }]);
    await send(id, 'rule.yml', rule(['StopLogging']));
    expect(await inSiem(id, OURS)).toMatchObject([
      { state: 'edited', differences: [{ line: 'selection.eventName: DeleteTrail', side: 'ours' }] },
    ]);
    expect(await inSiem(id, rule(['StopLogging', 'DeleteTrail'], 'modified: 2026-11-20\n'))).toMatchObject([
      { state: 'older' },
    ]);
  });

  it('says id and version of what was asked, and nothing of somebody else’s SIEMs', async () => {
    const collection = parseSigma(OURS);
    const version = ruleVersion(collection.documents[0] as SigmaRule, collection);
    await send(await newSiem('splunk'), 'savedsearches.conf', exported(OURS, 'savedsearches'));
    const answer = await traced(OURS, await newUser(api, 'pro'));
    expect(answer).toEqual({ sigma: [{ id: ID, version }], without_id: 0, found: [] });
    expect((await traced(OURS)).found).not.toEqual([]);
  });

  it('says of a text of several rules which of them each is made from, as the text writes its id, and how many have none', async () => {
    const id = await newSiem('splunk');
    const other = OURS.replace(ID, ID.replace('7d4f', '7d5f')).replace('Trail stopped', 'Other trail');
    const both = `${exported(OURS, 'savedsearches')}\n${exported(other, 'savedsearches')}`;
    await send(id, 'savedsearches.conf', both);
    await send(id, 'savedsearches.conf', exported(other, 'savedsearches'));
    const written = [OURS, other, OURS].map((text) => text.replace(ID, ID.toUpperCase()));
    const text = [...written.slice(0, 2), written[2]?.replace(/^id: .*\n/m, '')].join('---\n');
    const { found, sigma, without_id } = await traced(text);
    const ids = [ID.toUpperCase(), ID.replace('7d4f', '7d5f')];
    expect(without_id).toBe(1);
    expect(sigma.map((one: Answer) => one.id)).toEqual(ids);
    const here = found.filter(({ siem_id }: Answer) => siem_id === id);
    expect(here.map(({ sigma_id, state }: Answer) => [sigma_id, state])).toEqual([
      [ids[1], 'same'],
      [ids[0], 'gone'],
    ]);
  });

  it('refuses a text that is not Sigma, which it names', async () => {
    const body = { rules: [{ sigma: OURS }, { sigma: 'title: x' }] };
    const answer = await api.http.post(at('/siems/drift')).set(user.key).send(body).expect(400);
    expect(answer.body.detail).toContain('rules[1].sigma is not a Sigma rule');
  });
});
