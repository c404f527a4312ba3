import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

const ABOUT = {
  aws: 'The intrusion took place in AWS, as CloudTrail shows. The actor used a leaked AWS key.',
  azure: 'The intrusion took place in Azure, as the Azure activity log shows.',
  gcp: 'The intrusion took place in Google Cloud (GCP), as its audit log shows.',
  kubernetes: 'The intrusion took place in a Kubernetes cluster, whose Kubernetes audit log was kept.',
  okta: 'The Okta tenant was the target, and the Okta log shows it.',
  entra: 'The Entra ID tenant was the target, as its Entra ID audit log shows.',
  m365: 'The intrusion took place in Microsoft 365.',
  github: 'The intrusion took place in the GitHub organization, as its audit log shows.',
} as const;

/** The rules of a sentence about a control plane. */
async function yamlOf(plane: keyof typeof ABOUT, sentence: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`${ABOUT[plane]}\n\n${sentence}`));
  // Sequences group by a call's fields.
  const single = rules.filter(({ yaml }) => !yaml.includes('correlation:'));
  return single.map(({ yaml }) => yaml).join('\n');
}

describe('a name that the intruder chose is asked for in its field', () => {
  it.each([
    ['aws', 'They created an IAM user called aws-helper-svc.', "requestParameters.userName: 'aws-helper-svc'"],
    ['aws', 'The actor created the IAM role `HeronAudit`.', "requestParameters.roleName: 'HeronAudit'"],
    ['aws', 'CreateFunction20150331 made the Lambda function "heron-relay".', "functionName: 'heron-relay'"],
    ['aws', 'They called AssumeRole with the role session name heron-77.', "roleSessionName: 'heron-77'"],
    [
      'azure',
      'They created a new storage account named hrnsync01.',
      "resourceId|endswith: '/storageAccounts/hrnsync01'",
    ],
    ['gcp', 'A service account named `hrn-node` was created.', "protoPayload.request.account_id: 'hrn-node'"],
    ['kubernetes', 'They ran kubectl create namespace sys-hrn.', "objectRef.name: 'sys-hrn'"],
    ['kubernetes', 'They deployed a DaemonSet named "hrn-tuner".', "objectRef.name: 'hrn-tuner'"],
    ['okta', 'They created an API token named "svc-heron".', "target[].displayName: 'svc-heron'"],
    [
      'aws',
      'They changed the bucket policy to share the bucket with the account 998877665544.',
      "bucketPolicy.Statement.Principal.AWS|contains: '998877665544'",
    ],
    [
      'aws',
      'They called PutBucketPolicy so that anyone could read the bucket.',
      "bucketPolicy.Statement.Principal: '\\*'",
    ],
    ['m365', 'They created an inbox rule named ".." in Exchange Online.', `'"Value":".."'`],
    ['m365', 'They created an inbox rule named "." in Exchange Online.', `'"Value":"."'`],
    ['entra', 'They registered an OAuth application named Heron Mail Sync.', "displayName: 'Heron Mail Sync'"],
  ] as const)('in %s: %s', async (plane, sentence, line) => {
    expect(await yamlOf(plane, sentence)).toContain(line);
  });

  it('and no part of a host that begins with what it is called', async () => {
    const yaml = await yamlOf('github', 'They added a webhook to the GitHub organization: webhook.site/7f3c.');
    expect(yaml).toContain('hook.create');
    expect(yaml).not.toContain('config.url');
  });

  it('for each of several in a list', async () => {
    const yaml = await yamlOf('aws', 'They created the IAM users `hrn-1`, `hrn-2` and `hrn-3`.');
    for (const name of ['hrn-1', 'hrn-2', 'hrn-3']) expect(yaml).toContain(`userName: '${name}'`);
  });

  it('by the image of a pod, which may stand in the sentence behind', async () => {
    const yaml = await yamlOf('kubernetes', 'They created a pod. It ran the image ghcr.io/heron/updater:2.');
    expect(yaml).toContain("requestObject.spec.containers.image|contains: 'ghcr.io/heron/updater:2'");
  });

  it('as an alternative of its own beside what makes the request special', async () => {
    const yaml = await yamlOf('kubernetes', 'They created a privileged pod named hrn-helper.');
    const alternatives = yaml.split(/^ +- +verb:/m);
    const having = (part: string): number => alternatives.findIndex((each) => each.includes(part));
    expect(having("privileged: 'true'")).toBeGreaterThan(0);
    expect(having("startswith: 'hrn-helper'")).toBeGreaterThan(having("privileged: 'true'"));
  });
});

describe('to whom something was given is asked for', () => {
  it.each([
    [
      'aws',
      'ModifySnapshotAttribute shared the snapshot with the AWS account 417203995518.',
      "items.userId: '417203995518'",
    ],
    ['aws', 'ModifyImageAttribute shared the AMI with account 417203995518.', "items.userId: '417203995518'"],
    ['gcp', 'SetIamPolicy granted roles/owner to the user heron@mail.example.org.', ":heron@mail.example.org'"],
    [
      'm365',
      'New-InboxRule forwarded invoices to heron@mail.example.org.',
      "Parameters|contains: 'heron@mail.example.org'",
    ],
    [
      'm365',
      'Set-Mailbox set ForwardingSmtpAddress smtp:heron@mail.example.org.',
      "contains: 'heron@mail.example.org'",
    ],
  ] as const)('in %s: %s', async (plane, sentence, line) => {
    expect(await yamlOf(plane, sentence)).toContain(line);
  });
});

describe('no name is asked for', () => {
  it.each([
    ['aws', 'They created an IAM user in the account of the victim and called CreateAccessKey.', 'userName'],
    ['aws', 'They created an IAM user, CreateAccessKey followed.', 'userName'],
    ['aws', 'ModifySnapshotAttribute was called in the account 417203995518.', '417203995518'],
    ['aws', 'They deleted the IAM user called payments-prod.', 'payments-prod'],
    ['azure', "They created a storage account and emptied the victim's storage account corpdata01.", 'corpdata01'],
    ['kubernetes', 'They deleted the validating webhook configuration named "corp-guard".', 'corp-guard'],
    ['kubernetes', 'They created a certificate signing request (CSR).', "objectRef.name: 'CSR'"],
    ['m365', 'New-InboxRule was called in the mailbox victim@corp.example.org.', 'victim@corp.example.org'],
    ['aws', 'They created an IAM user named <USER>.', 'userName'],
  ] as const)('in %s: %s', async (plane, sentence, part) => {
    expect(await yamlOf(plane, sentence)).not.toContain(part);
  });
});

it('a quoted name is not cut, and one that may be cut is none', async () => {
  expect(await yamlOf('entra', 'They registered an OAuth application named Heron Mail in Entra ID.')).toContain(
    "'Heron Mail'",
  );
  expect(await yamlOf('aws', 'They created an IAM user called heron-svc-….')).not.toContain('userName');
});
