import { type GeneratedRule, generate } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

const ABOUT =
  'The intrusion took place in AWS, as CloudTrail shows. The actor used a leaked AWS key in the AWS account.';

async function rulesOf(text: string): Promise<readonly GeneratedRule[]> {
  return generate(await markdownAdvisory(`# Report\n\n${ABOUT}\n\n${text}`)).rules.filter(
    ({ log }) => log === 'aws/cloudtrail',
  );
}

async function yamlOf(text: string): Promise<string> {
  return (await rulesOf(text)).map(({ yaml }) => yaml).join('\n');
}

const EVENT = `The actor tried to start machines:

\`\`\`json
{
  "eventSource": "ec2.amazonaws.com",
  "eventName": "RunInstances",
  "requestParameters": {
    "instancesSet": { "items": [{ "imageId": "[redacted]", "minCount": 2 }] },
    // the largest ones
    "instanceType": "r7i.metal-24xl"
    "keyName": "ops",
  },
  "errorCode": "Client.PendingVerification"
}
\`\`\`
`;

describe('what a call was made with is asked for', () => {
  it('where the report quotes the event, however it was shortened', async () => {
    const [rule] = await rulesOf(EVENT);
    expect(rule?.yaml).toContain("requestParameters.instanceType: 'r7i.metal-24xl'");
    expect(rule?.yaml).toContain("errorCode: 'Client.PendingVerification'");
    expect(rule?.level).toBe('medium');
    expect(rule?.yaml).not.toContain('redacted');
  });

  it('with the place of each value as its evidence', async () => {
    const [rule] = await rulesOf(EVENT);
    const evidence = rule?.evidence.find(({ field }) => field === 'requestParameters.instanceType');
    expect(evidence).toMatchObject({ quote: 'r7i.metal-24xl' });
  });

  it('where a sentence names the type of machine', async () => {
    expect(await yamlOf('The actor called RunInstances for three p3.16xlarge machines.')).toContain(
      "requestParameters.instanceType: 'p3.16xlarge'",
    );
  });

  it('but not types that everybody starts', async () => {
    expect(await yamlOf('The actor called RunInstances for a t2.micro machine.')).not.toContain('instanceType');
  });

  it('where a sentence names the field', async () => {
    expect(
      await yamlOf('The actor called ModifyInstanceAttribute with `requestParameters.attribute` set to `userData`.'),
    ).toContain("requestParameters.attribute: 'userData'");
  });

  it('together, where one passage tells several', async () => {
    const yaml = await yamlOf('They called AuthorizeSecurityGroupIngress to open port 22 from 0.0.0.0/0.');
    expect(yaml).toContain('requestParameters.ipPermissions.items.toPort: 22');
    expect(yaml).toContain("requestParameters.ipPermissions.items.ipRanges.items.cidrIp: '0.0.0.0/0'");
    expect(yaml.match(/eventName/g)).toHaveLength(1);
  });

  it('and so is a policy that allows everything', async () => {
    const yaml = await yamlOf('The actor called PutUserPolicy with a policy allowing all actions on all resources.');
    expect(yaml).toContain('requestParameters.policyDocument|contains');
  });

  it('but not how a call ended that is rare by itself', async () => {
    const yaml = await yamlOf('The actor called StopLogging, which ended with AccessDenied.');
    expect(yaml).toContain('StopLogging');
    expect(yaml).not.toContain('errorCode');
  });
});

it('a client is asked for without versions that the report does not show', async () => {
  const yaml = await yamlOf(
    'The actor called ListBuckets and ListUsers. User agents:\n\n- S3 Browser/X.X.X (https://s3browser.com)\n- aws-cli/X.X.X Python/X.X.X',
  );
  expect(yaml).toContain("userAgent|contains: 'S3 Browser/'");
  expect(yaml).not.toContain('X.X');
});

it.each([
  ['CreateKey', 'medium', 'Deployments and automation that set up or run something in AWS KMS'],
  ['CreateAccessKey', 'medium', 'Deployments and automation that set up or run something in AWS IAM'],
  ['RunInstances', 'low', 'Deployments and automation that set up or run something in AWS EC2'],
  ['GetSecretValue', 'low', 'Inventory, audit and monitoring tools that read what AWS Secrets Manager has'],
  ['PutBucketPolicy', 'medium', 'Administrators and deployment pipelines that change settings of AWS S3'],
  ['ModifySnapshotAttribute', 'high', 'Administrators and deployment pipelines that change settings of AWS EC2'],
  ['StopLogging', 'high', 'Administrators and pipelines that take down what AWS CloudTrail no longer needs'],
  ['DisableKey', 'high', 'Administrators and pipelines that take down what AWS KMS no longer needs'],
])('a rule on %s is of level %s, and says who calls it in ordinary work', async (call, level, callers) => {
  const [rule, ...more] = await rulesOf(`The actor called ${call}.`);
  expect(more).toEqual([]);
  expect(rule?.level).toBe(level);
  expect(rule?.yaml).toContain(`falsepositives:\n    - ${callers}\nlevel: `);
});
