import { describeHostileBodies } from '@tripline/stack/suites';
import { at, createHarness, type Harness, type Instance, makeTeam, newUser, type TestUser } from './support/harness.js';

const RULE = `title: Root user
logsource:
  product: aws
  service: cloudtrail
detection:
  selection:
    userIdentity.type: Root
  condition: selection
tags: [attack.t1078.004]
`;

let harness: Harness;
let service: Instance;
let user: TestUser;
let account: string;
let detection: string;
let siem: string;
let webhook: string;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
  user = await newUser(service, 'enterprise');
  // Without a team an account cannot be moved to one.
  await makeTeam(service.db, [user], ['owner']);
  const connect = { name: 'Production', provider: 'aws', external_account_id: '123456789012' };
  account = (await service.http.post(at('/accounts')).set(user.key).send(connect).expect(200)).body.id;
  const declared = { rules: [RULE], siem: 'siem_spl' };
  const answer = await service.http
    .post(at(`/accounts/${account}/detections`))
    .set(user.key)
    .send(declared)
    .expect(200);
  detection = answer.body.detections[0].id;
  const added = service.http.post(at('/siems')).set(user.key).send({ name: 'Search heads', kind: 'splunk' });
  siem = (await added.expect(200)).body.id;
  const made = { url: 'https://hooks.example.com/', events: ['scan.finished'] };
  webhook = (await service.http.post(at('/webhooks')).set(user.session).send(made).expect(200)).body.id;
});
afterAll(() => harness.close());

describeHostileBodies({
  document: async () => (await service.http.get('/openapi.json').expect(200)).body,
  parameter(template) {
    if (template.startsWith('/siems/')) return siem;
    if (template.startsWith('/webhooks/')) return webhook;
    return template.startsWith('/accounts/') ? account : template.startsWith('/detections/') ? detection : undefined;
  },
  async send({ body, method, path, schemes }) {
    const credential = schemes.includes('apiKey') ? user.key : user.session;
    return service.http[method as 'post'](at(path)).set('Content-Type', 'application/json').set(credential).send(body);
  },
});
