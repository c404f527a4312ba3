import { type Behaviour, findBehaviours, findTechniques } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

async function of(kind: Behaviour['kind'], text: string): Promise<readonly string[]> {
  const found = findBehaviours(await textAdvisory(text));
  return found.filter((behaviour) => behaviour.kind === kind).map(({ value }) => value);
}

describe('cloud operations', () => {
  it('are found by name, by service prefix, by command line and by phrase', async () => {
    const text =
      'In AWS the actor called ListBuckets. The IAM role allowed iam:PassRole and secretsmanager:GetSecretValue. ' +
      'Then aws iam create-login-profile --user-name x was run. CloudTrail shows that the actor created a new access key ' +
      'and that the security group was later modified.';
    expect(await of('cloud-operation', text)).toEqual([
      's3.amazonaws.com/ListBuckets',
      'secretsmanager.amazonaws.com/GetSecretValue',
      'iam.amazonaws.com/CreateLoginProfile',
      'iam.amazonaws.com/CreateAccessKey',
      'ec2.amazonaws.com/AuthorizeSecurityGroupIngress',
    ]);
  });

  it('are not read into a text about something else', async () => {
    const text =
      'The malware calls CreateService and StartService, then CreateFile and DeleteFile, to install its driver.';
    expect(await of('cloud-operation', text)).toEqual([]);
  });

  it('of Google Cloud are found as its reference writes them, beside its name', async () => {
    const text =
      'Google Cloud was searched by calling projects.testIamPermissions in GCP. Elsewhere heron.setTimeout ran.';
    expect(await of('cloud-operation', text)).toEqual(['projects.testIamPermissions']);
  });

  it('of Azure and Google Cloud are found as their logs write them', async () => {
    const text =
      'In Azure the log has Microsoft.Authorization/locks/delete. In Google Cloud (GCP) it has v1.compute.snapshots.setIamPolicy and ' +
      'google.iam.admin.v1.CreateServiceAccountKey; gcloud was used.';
    expect(await of('cloud-operation', text)).toEqual([
      'Microsoft.Authorization/locks/delete',
      'v1.compute.snapshots.setIamPolicy',
      'google.iam.admin.v1.CreateServiceAccountKey',
    ]);
  });

  it('prepared under a "Warm-up" label are not the attacker’s', async () => {
    const text =
      'AWS and CloudTrail\n\nWarm-up:\n\n- Create an IAM user with CreateUser in AWS\n\nDetonation:\n\n- Call StopLogging in AWS\n';
    expect(await of('cloud-operation', text)).toEqual(['cloudtrail.amazonaws.com/StopLogging']);
  });
});

describe('cloud operations that are described', () => {
  const aws = 'The intrusion took place in AWS, as CloudTrail and the IAM users show. ';

  it('count when the actor did them', async () => {
    expect(await of('cloud-operation', `${aws}The actor was able to create a new access key.`)).toEqual([
      'iam.amazonaws.com/CreateAccessKey',
    ]);
  });

  it.each([
    ['a possibility', 'With such rights an intruder could create an access key.'],
    ['a general rule', 'When an EC2 instance is launched, it gets a role.'],
    ['the authors’ own work', 'We then deployed a Lambda function that watched the account.'],
    ['an instruction', 'The playbook has steps on how to delete the stolen access key.'],
    ['another object', 'SSH access keys were generated for the access key of root.'],
    ['a noun', 'Delete permission on an S3 bucket was missing.'],
  ])('do not count as %s', async (_, sentence) => {
    const found = findBehaviours(await textAdvisory(aws + sentence)).filter(
      ({ kind, confidence }) => kind === 'cloud-operation' && confidence >= 0.3,
    );
    expect(found.map(({ value }) => value).filter((value) => value !== 'ec2.amazonaws.com/CreateKeyPair')).toEqual([]);
  });

  it('do not count where the line begins with the operation they explain', async () => {
    const text = `${aws}\n\n- ImportKeyPair: create an SSH key pair\n- CreateLoginProfile - set a console password\n`;
    expect(await of('cloud-operation', text)).toEqual([
      'ec2.amazonaws.com/ImportKeyPair',
      'iam.amazonaws.com/CreateLoginProfile',
    ]);
  });

  it('do not count in a list under a lead-in of advice', async () => {
    const text = `${aws}\n\nTo remediate, the customer was told to do this:\n\n- delete the access key\n- terminate EC2 instances\n`;
    expect(await of('cloud-operation', text)).toEqual([]);
  });

  it('mean the object nearest to the verb, and all of an enumeration', async () => {
    const azure = 'In Azure, as the Azure activity log shows, ';
    expect(await of('cloud-operation', `${azure}they created an encryption scope on the storage account.`)).toEqual([
      'Microsoft.Storage/storageAccounts/encryptionScopes/write',
    ]);
    expect(await of('cloud-operation', `${aws}They created an IAM user and an access key.`)).toEqual([
      'iam.amazonaws.com/CreateAccessKey',
      'iam.amazonaws.com/CreateUser',
    ]);
  });

  it('give way to the name that says how it was done', async () => {
    expect(await of('cloud-operation', `${aws}They disabled CloudTrail logging through PutEventSelectors.`)).toEqual([
      'cloudtrail.amazonaws.com/PutEventSelectors',
    ]);
  });

  it('of one cloud are not read into a document about another', async () => {
    const text =
      'On Google Cloud (GCP) a disk left the project. With gcloud they shared the snapshot with an account of theirs in GCP. Unlike AWS, it needs no key.';
    expect(await of('cloud-operation', text)).toEqual(['v1.compute.snapshots.setIamPolicy']);
  });

  it('tell listing buckets from listing one bucket', async () => {
    expect(await of('cloud-operation', `${aws}They ran aws s3 ls first.`)).toEqual(['s3.amazonaws.com/ListBuckets']);
    expect(await of('cloud-operation', `${aws}They ran aws s3 ls --recursive s3://heron-backup next.`)).toEqual([
      's3.amazonaws.com/ListObjects',
    ]);
  });
});

describe('Kubernetes and identity events', () => {
  it('are found by kubectl command, resource path and phrase', async () => {
    const text =
      'In Kubernetes the actor ran kubectl get secrets -A, used pods/exec, and created a cluster role binding in the Kubernetes cluster.';
    expect(await of('cluster-request', text)).toEqual([
      'list secrets',
      'create pods/exec',
      'create clusterrolebindings',
    ]);
  });

  it('are found by Okta event type and by phrase', async () => {
    const text = 'Okta logged user.mfa.factor.reset_all. Later the actor granted an admin role to the Okta account.';
    expect(await of('identity-event', text)).toEqual(['user.mfa.factor.reset_all', 'user.account.privilege.grant']);
  });
});

describe('artifacts', () => {
  it('tell registry values, files, pipes, services and tasks', async () => {
    const text =
      'It writes HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run\\HeronAgent and drops C:\\ProgramData\\heron\\agent.dll there. ' +
      'Its named pipe is \\\\.\\pipe\\heron_ctl. It installs a service named "HeronSvc" and a scheduled task named "HeronDaily".';
    const found = findBehaviours(await textAdvisory(text));
    const values = (kind: Behaviour['kind']) => found.filter((b) => b.kind === kind).map(({ value }) => value);
    expect(values('registry-value')).toEqual(['HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run\\HeronAgent']);
    expect(values('file')).toEqual(['C:\\ProgramData\\heron\\agent.dll']);
    expect(values('pipe')).toEqual(['heron_ctl']);
    expect(values('service')).toEqual(['HeronSvc']);
    expect(values('scheduled-task')).toEqual(['HeronDaily']);
  });

  it('tell request paths of an exploit, not paths of files', async () => {
    const text =
      'CVE-2031-0001 is exploited by HTTP requests: POST /heron/admin/restore.action with a file from /etc/passwd.';
    expect(await of('web-request', text)).toEqual(['/heron/admin/restore.action']);
  });
});

describe('techniques', () => {
  async function idsOf(text: string): Promise<readonly string[]> {
    const doc = await textAdvisory(text);
    return findTechniques(doc, findBehaviours(doc)).map(({ id }) => id);
  }

  it('written as ids are all found, retired ones under their successor', async () => {
    const ids = await idsOf('Mapped to T1059.001, T1562.001, T1086 and T1071. T9999 is none.');
    expect(ids).toEqual(expect.arrayContaining(['T1059.001', 'T1685', 'T1071']));
    expect(ids).not.toContain('T9999');
  });

  it('are found in any form and in the passive', async () => {
    const ids = await idsOf(
      'Shadow copies were deleted. The implant captures screenshots and was injecting shellcode into explorer.',
    );
    expect(ids).toEqual(expect.arrayContaining(['T1490', 'T1113', 'T1055']));
  });
});
