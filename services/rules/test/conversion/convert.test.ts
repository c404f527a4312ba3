import { DEFAULT_TARGET_IDS, DEPLOY_FORMATS } from '@tripline/sigma';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer } from '../support/harness.js';
import { BROUGHT_RULE } from '../support/sample-advisory.js';

let app: GenerationHarness;
beforeAll(async () => {
  app = await createGenerationHarness();
});
afterAll(() => app.close());

const convert = (body: object) => app.instance.http.post('/v1/convert').set(bearer(app.key)).send(body);
const CORRELATION = `title: Many Certutil Downloads
id: 0e95725d-7320-415d-80f7-004da920fc11
correlation:
    type: event_count
    rules:
        - 5b7a3c0e-5d7b-4c56-9a57-0c9c6f1f7a11
    group-by:
        - Computer
    timespan: 10m
    condition:
        gte: 5
`;

describe('POST /v1/convert', () => {
  test('converts one rule to all six backends', async () => {
    const { body } = await convert({ yaml: BROUGHT_RULE }).expect(200);
    expect(body.data.rules).toHaveLength(1);
    expect(Object.keys(body.data.rules[0].conversions).sort()).toEqual([...DEFAULT_TARGET_IDS].sort());
    expect(body.data.rules[0].errors).toEqual({});
  });

  test('converts to the requested backends alone', async () => {
    const { body } = await convert({ yaml: BROUGHT_RULE, options: { targetSiems: ['siem_dql'] } }).expect(200);
    expect(Object.keys(body.data.rules[0].conversions)).toEqual(['siem_dql']);
  });

  test('answers several documents in their order, a broken one with its place, the others converted', async () => {
    const broken = BROUGHT_RULE.replace('condition: selection', 'condition: 1 of nothing_*').replace(
      '5b7a3c0e',
      '6b7a3c0e',
    );
    const { body } = await convert({ yaml: `${broken}---\n${BROUGHT_RULE}` }).expect(200);
    expect(body.data.rules).toHaveLength(2);
    expect(body.data.rules[0].document).toBe(0);
    expect(body.data.rules[0].error.line).toBeGreaterThan(0);
    expect(body.data.rules[1].conversions.siem_spl).toContain('certutil.exe');
  });

  test('takes a correlation with its rule as one rule, the correlation first in its YAML', async () => {
    const { body } = await convert({ yaml: `${BROUGHT_RULE}---\n${CORRELATION}` }).expect(200);
    expect(body.data.rules).toHaveLength(1);
    expect(body.data.rules[0].title).toBe('Many Certutil Downloads');
    expect(body.data.rules[0].yaml.indexOf('Many Certutil')).toBeLessThan(
      body.data.rules[0].yaml.indexOf('Certutil Downloads A File'),
    );
    expect(body.data.rules[0].platform).toBe('endpoint-sysmon');
  });

  test('writes the deployable forms asked for, and says which a rule cannot have', async () => {
    const { body } = await convert({
      yaml: BROUGHT_RULE,
      options: { formats: ['savedsearches', 'sentinel-arm', 'eventbridge'] },
    }).expect(200);
    const { deployments } = body.data.rules[0];
    expect(deployments.savedsearches.text).toMatch(/^search = /m);
    expect(JSON.parse(deployments['sentinel-arm'].text)).toBeInstanceOf(Object);
    expect(deployments.eventbridge.error.message).toMatch(/cloudtrail/i);
    await convert({ yaml: BROUGHT_RULE, options: { formats: ['docx'] } }).expect(400);
  });

  test('lowers the level of a form that finds more than its rule, and keeps it where that is asked for', async () => {
    const yaml =
      'title: Heron\nlevel: critical\nlogsource: {product: m365, service: threat_detection}\ndetection:\n  s: {Operation: Heron}\n  condition: s\n';
    const severityOf = async (options: object) => {
      const { body } = await convert({ yaml, options: { formats: ['savedsearches'], ...options } }).expect(200);
      return /^alert\.severity = (\d)$/m.exec(body.data.rules[0].deployments.savedsearches.text)?.[1];
    };
    expect(await severityOf({})).toBe('4');
    expect(await severityOf({ keepLevel: true })).toBe('5');
    await convert({ yaml, options: { keepLevel: 'perhaps' } }).expect(400);
  });

  test('makes findings of Enterprise Security, and monitors that tell a channel, where that is asked for', async () => {
    const forms = async (options: object) => {
      const formats = ['savedsearches', 'opensearch-monitor'];
      const { body } = await convert({ yaml: BROUGHT_RULE, options: { formats, ...options } }).expect(200);
      const { deployments } = body.data.rules[0];
      return [deployments.savedsearches.text, deployments['opensearch-monitor'].text];
    };
    const [alert, silent] = await forms({});
    expect(alert).not.toContain('action.notable');
    expect(silent).not.toContain('destination_id');
    const [finding, telling] = await forms({ enterpriseSecurity: true, channel: 'soc-mail' });
    expect(finding).toContain('action.notable = 1');
    expect(telling).toContain('"destination_id": "soc-mail"');
    const [plain] = await forms({ stack: { siem_spl: 'cim' }, enterpriseSecurity: false });
    expect(plain).not.toContain('action.notable');
    await convert({ yaml: BROUGHT_RULE, options: { channel: 'a b' } }).expect(400);
  });

  test('names a retired technique and its successor', async () => {
    const { body } = await convert({ yaml: BROUGHT_RULE.replace('attack.t1105', 'attack.t1562.001') }).expect(200);
    expect(JSON.stringify(body.data.rules[0].issues)).toMatch(/T1562\.001/i);
    expect(body.data.rules[0].techniques).not.toContain('T1562.001');
  });

  test.each([
    ['a missing yaml', {}],
    ['an unknown backend', { yaml: BROUGHT_RULE, options: { targetSiems: ['siem_x'] } }],
    ['an option of generation', { yaml: BROUGHT_RULE, options: { maxRules: 1 } }],
    ['a text without any rule', { yaml: '- a\n- b' }],
  ])('refuses %s with 400', async (_what, body) => {
    await convert(body).expect(400);
  });

  describe('of a rule that is too large', () => {
    const wide = (fields: number, name = 'field'): string =>
      BROUGHT_RULE.replace(
        /detection:[\s\S]*/,
        `detection:\n    selection:\n${Array.from({ length: fields }, (_, at) => `        ${name}${at}: value\n`).join('')}    condition: selection\n`,
      );

    test('says how many fields it has and how many it may have', async () => {
      const { body } = await convert({ yaml: wide(20_000) }).expect(400);
      expect(body.error.message).toMatch(/come to 20000 fields, and a rule may have 2500; /);
    });

    test('says how many bytes its queries and notes come to and how many they may', async () => {
      const { body } = await convert({ yaml: wide(2400, 'x'.repeat(300)) }).expect(400);
      expect(body.error.message).toMatch(
        /comes to \d+ bytes of queries, notes and forms, and a rule may have 4194304; /,
      );
    });

    test('answers the other rules of the text up to the bound of the answer, and says which it leaves out', async () => {
      const some = Array.from({ length: 15 }, () => wide(2000, 'f'))
        .join('---\n')
        .replaceAll(/^id: .*\n/gm, '');
      const { body } = await convert({ yaml: some, options: { formats: DEPLOY_FORMATS } }).expect(200);
      const refused = body.data.rules.filter((rule: { error?: object }) => rule.error !== undefined);
      expect(refused.length).toBeGreaterThan(0);
      expect(body.data.rules).toHaveLength(15);
      expect(refused.at(-1).error.message).toMatch(
        /come to \d+ bytes .* one answer may have 16777216; send them in several/,
      );
    });
  });

  test('needs a credential', async () => {
    await app.instance.http.post('/v1/convert').send({ yaml: BROUGHT_RULE }).expect(401);
  });
});
