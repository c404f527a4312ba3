import { findBehaviours, findTechniques } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from './support/documents.js';

const PLACES = {
  aws: 'The intrusion took place in AWS, as CloudTrail shows.',
  gcp: 'The intrusion took place in Google Cloud (GCP), as its audit log shows.',
  azure: 'The intrusion took place in Azure, as the Azure activity log shows.',
  kubernetes: 'The intrusion took place in a Kubernetes cluster.',
  okta: 'The Okta tenant was the target, and the Okta log shows it.',
  entra: 'The Entra ID tenant was the target, as its Entra ID audit log shows.',
} as const;

/** Gives the distinct operations and events that a sentence about a control plane describes, from which rules would be drafted. */
async function told(plane: keyof typeof PLACES, sentence: string): Promise<readonly string[]> {
  const found = findBehaviours(await textAdvisory(`${PLACES[plane]} ${sentence}`));
  const kinds = ['cloud-operation', 'cluster-request', 'identity-event'];
  const values = found.filter(({ kind, confidence }) => kinds.includes(kind) && confidence >= 0.3);
  return [...new Set(values.map(({ value }) => value))];
}

describe('words of an operation that was not called are none', () => {
  it.each([
    ['aws', 'It is better to sign in by IAM Roles Anywhere than by long-lived keys.'],
    ['aws', 'They did not try other ways to hide such as stopping CloudTrail logging or disabling GuardDuty.'],
    ['gcp', 'The intruder had the service account key and was counting what the service account may do.'],
    ['okta', 'An intruder could guess with known breached credentials.'],
  ] as const)('in %s: %s', async (plane, sentence) => {
    expect(await told(plane, sentence)).toEqual([]);
  });

  it.each([
    'They created a user and deleted the role of the pipeline.',
    'They created a user, and the role was renamed by its owner.',
    'They created a user that the group and the role trust.',
  ])('are none of an object that belongs to another verb: %s', async (sentence) => {
    expect(await told('aws', sentence)).not.toContain('iam.amazonaws.com/CreateRole');
  });

  it('are not taken from a preparation whose label ends a paragraph', async () => {
    const doc = await textAdvisory(
      'The script encrypts what an AWS S3 bucket holds, and CloudTrail shows it. Warm-up:\n\n- Create an S3 bucket\n\nDetonation:\n\n- Delete the S3 objects of the bucket\n',
    );
    const found = findBehaviours(doc).map(({ value }) => value);
    expect(found).not.toContain('s3.amazonaws.com/CreateBucket');
    expect(found).toContain('s3.amazonaws.com/DeleteObject');
  });

  it.each([
    'They deleted storage accounts, disks, snapshots and virtual machines.',
    'Then they wiped the virtual machines, the storage accounts, the managed disks and the snapshots.',
    'The actor removed the snapshots, the storage accounts, the disks and the virtual machines.',
  ])('are those of every object in a series: %s', async (sentence) => {
    const of = (thing: string): string => `Microsoft.${thing}/delete`;
    expect([...(await told('azure', sentence))].sort()).toEqual(
      ['Compute/disks', 'Compute/snapshots', 'Compute/virtualMachines', 'Storage/storageAccounts'].map(of),
    );
  });

  it.each([
    'They did not delete disks, snapshots or virtual machines.',
    'Administrators should delete disks and snapshots that nobody uses.',
  ])('are none where a series is denied or advised: %s', async (sentence) => {
    expect(await told('azure', sentence)).toEqual([]);
  });

  it('leave the operation that words of another are a part of', async () => {
    expect(await told('aws', 'They created an IAM Roles Anywhere trust anchor.')).toEqual([
      'rolesanywhere.amazonaws.com/CreateTrustAnchor',
    ]);
    expect(await told('gcp', 'They disabled the log sink of the project.')).toEqual([
      'google.logging.v2.ConfigServiceV2.UpdateSink',
    ]);
  });
});

it('words of an operation of a cloud are none of a cluster that the text tells of as well', async () => {
  const text =
    'In Google Cloud a service account key was created in the project.\n\nIn Kubernetes they ran commands inside the container of the cluster.';
  const found = findBehaviours(await textAdvisory(text)).map(({ value }) => value);
  expect(found).toContain('google.iam.admin.v1.CreateServiceAccountKey');
  expect(found).not.toContain('create serviceaccounts');
});

describe('operations said in words are found', () => {
  it.each([
    ['The actor minted a fresh access key for a dormant user.', 'iam.amazonaws.com/CreateAccessKey'],
    ['An admin policy was then attached to the account.', 'iam.amazonaws.com/AttachUserPolicy'],
    ['Before leaving, they turned off CloudTrail logging.', 'cloudtrail.amazonaws.com/StopLogging'],
    ['They made the RDS snapshot public.', 'rds.amazonaws.com/ModifyDBSnapshotAttribute'],
    ['The actor took a snapshot of the volume.', 'ec2.amazonaws.com/CreateSnapshot'],
    ['The public access block was removed.', 's3.amazonaws.com/DeleteBucketPublicAccessBlock'],
    ['The code of a Lambda function was overwritten.', 'lambda.amazonaws.com/UpdateFunctionCode20150331v2'],
  ])('in AWS: %s', async (sentence, operation) => {
    expect(await told('aws', sentence)).toEqual([operation]);
  });

  it.each([
    ['A new service account key was created.', 'google.iam.admin.v1.CreateServiceAccountKey'],
    ['They made the storage bucket public.', 'storage.setIamPermissions'],
    ['The compute instances were deleted.', 'v1.compute.instances.delete'],
  ])('in Google Cloud: %s', async (sentence, operation) => {
    expect(await told('gcp', sentence)).toEqual([operation]);
  });

  it.each([
    ['They elevated access to manage all Azure subscriptions.', 'Microsoft.Authorization/elevateAccess/action'],
    ['Resource locks were removed.', 'Microsoft.Authorization/locks/delete'],
    ['Run Command was used on the hosts.', 'Microsoft.Compute/virtualMachines/runCommand/action'],
    ['They ran a command on the VM app-01 by Run Command.', 'Microsoft.Compute/virtualMachines/runCommand/action'],
    ['The actor assigned themselves Owner on two subscriptions.', 'Microsoft.Authorization/roleAssignments/write'],
    ['They gave themselves the Owner role.', 'Microsoft.Authorization/roleAssignments/write'],
    ['The resource group was deleted.', 'Microsoft.Resources/subscriptions/resourceGroups/delete'],
  ])('in Azure: %s', async (sentence, operation) => {
    expect(await told('azure', sentence)).toEqual([operation]);
  });

  it.each([
    ['They ran commands inside the container.', 'create pods/exec'],
    ['The intruder created a new privileged pod.', 'create pods'],
    ['The service account was bound to cluster-admin.', 'create clusterrolebindings'],
    ['A sidecar container was injected into the deployment.', 'patch deployments'],
    ['The CoreDNS configmap was modified.', 'update configmaps'],
  ])('in Kubernetes: %s', async (sentence, operation) => {
    expect(await told('kubernetes', sentence)).toEqual([operation]);
  });

  it.each([
    ['The actor registered their own device.', 'device.user.add'],
    ['Repeated push notifications were rejected by the user.', 'user.authentication.auth_via_mfa'],
    ['A rogue AD agent was registered.', 'system.agent.ad.create'],
  ])('in Okta: %s', async (sentence, event) => {
    expect(await told('okta', sentence)).toEqual([event]);
  });

  it.each([
    ['The account was added to the Global Administrator role.', 'Add member to role'],
    ['They converted the domain to federated.', 'Set domain authentication'],
    ['The app was granted Mail.Read application permissions.', 'Add app role assignment to service principal'],
  ])('in Entra ID: %s', async (sentence, event) => {
    expect(await told('entra', sentence)).toEqual([event]);
  });
});

describe('calls that prose describes without naming them', () => {
  it.each([
    ['aws', 'A fresh set of credentials was issued for a dormant service user.', 'iam.amazonaws.com/CreateAccessKey'],
    ['aws', 'Console access was enabled for an IAM user.', 'iam.amazonaws.com/CreateLoginProfile'],
    ['aws', 'The managed policy was bound to the role.', 'iam.amazonaws.com/AttachRolePolicy'],
    ['aws', 'The trust policy of the role was altered.', 'iam.amazonaws.com/UpdateAssumeRolePolicy'],
    ['aws', 'The recording of CloudTrail events was halted.', 'cloudtrail.amazonaws.com/StopLogging'],
    ['aws', 'The attackers switched off the trail logging in every region.', 'cloudtrail.amazonaws.com/StopLogging'],
    ['aws', 'The user data of the instance was replaced with a script.', 'ec2.amazonaws.com/ModifyInstanceAttribute'],
    ['aws', 'They listed the available foundation models.', 'bedrock.amazonaws.com/ListFoundationModels'],
    ['aws', 'An EventBridge rule was set up to start it hourly.', 'events.amazonaws.com/PutRule'],
    ['aws', 'The permissions boundary of the user was stripped.', 'iam.amazonaws.com/DeleteUserPermissionsBoundary'],
    ['azure', 'The keys of several storage accounts were listed.', 'Microsoft.Storage/storageAccounts/listKeys/action'],
    ['azure', 'The resource lock was lifted.', 'Microsoft.Authorization/locks/delete'],
    ['azure', 'Deallocation of the virtual machines followed.', 'Microsoft.Compute/virtualMachines/deallocate/action'],
    ['gcp', 'The attacker bound the editor role to another account.', 'SetIamPolicy'],
    ['gcp', 'The startup script of the instance was replaced.', 'v1.compute.instances.setMetadata'],
    ['gcp', 'API keys were created by the intruder.', 'google.api.apikeys.v2.ApiKeys.CreateKey'],
    ['entra', 'A client secret was planted on an existing OAuth app.', 'Add service principal credentials'],
    ['entra', 'A rogue device was joined to the tenant.', 'Register device'],
    ['entra', 'The account was added to a privileged group.', 'Add member to group'],
    ['okta', 'Someone reset the MFA of a super admin.', 'user.mfa.factor.reset_all'],
    ['okta', 'Log streaming was switched off.', 'system.log_stream.lifecycle.deactivate'],
    ['kubernetes', 'The intruder opened a shell in a running pod.', 'create pods/exec'],
    ['kubernetes', 'With a DaemonSet they deployed the miner.', 'create daemonsets'],
  ] as const)('in %s: %s', async (plane, sentence, operation) => {
    expect(await told(plane, sentence)).toContain(operation);
  });

  it.each([
    ['aws', 'The access key was used to spin up servers of their own.', 'iam.amazonaws.com/CreateAccessKey'],
    ['aws', 'The bucket was used to delete what stood elsewhere.', 's3.amazonaws.com/DeleteBucket'],
    ['aws', 'The policy was added to the user.', 'iam.amazonaws.com/CreateUser'],
    ['aws', 'An inbound rule was added to the security group.', 'ec2.amazonaws.com/CreateSecurityGroup'],
    ['aws', 'After the incident the response team deleted the access key.', 'iam.amazonaws.com/DeleteAccessKey'],
    ['aws', 'CloudTrail records when a user is added to a group.', 'iam.amazonaws.com/AddUserToGroup'],
    ['aws', 'The service lets customers create IAM roles.', 'iam.amazonaws.com/CreateRole'],
    ['gcp', 'Google advises customers to disable a service account.', 'google.iam.admin.v1.DisableServiceAccount'],
    ['entra', 'Review applications that were registered in the tenant.', 'Add application'],
    ['entra', 'The report tells of the creation of accounts in a directory of files.', 'Add user'],
  ] as const)('not in %s: %s', async (plane, sentence, operation) => {
    expect(await told(plane, sentence)).not.toContain(operation);
  });
});

describe('words that look like an operation', () => {
  it.each([
    ['name the means, not the object', 'aws', 'They enumerated the topics of SNS with a long-term access key.'],
    ['say what may happen', 'azure', 'Resource locks can be deleted by an owner of the subscription.'],
    ['say what holds on a condition', 'aws', 'The session stays valid even if the access key is deleted.'],
    ['say what would have helped', 'aws', 'Attaching a bucket policy would have prevented the loss.'],
    ['are an adjective', 'aws', 'With stolen secrets of AWS they came back later.'],
    ['tell of a key on hosts', 'aws', 'The actor added an SSH key to the authorized keys of root.'],
    ['tell of files on hosts', 'aws', 'The ransom note HERON.txt was dropped in every folder.'],
    ['are the noun of a right', 'kubernetes', 'The role lacked the create permission on pods.'],
  ] as const)('are none where they %s', async (_, plane, sentence) => {
    expect(await told(plane, sentence)).toEqual([]);
  });

  it('count for the techniques that a page describes', async () => {
    const text =
      'Attackers may list the resources. A shell in a pod can be used to look around. They can also exec into a pod.';
    expect(await told('kubernetes', text)).toEqual(['create pods/exec']);
  });

  it('belong to the cloud that the text is about where two share them', async () => {
    expect(await told('gcp', 'An IAM policy let them share the snapshot, and IAM roles stayed.')).toEqual([
      'v1.compute.snapshots.setIamPolicy',
    ]);
  });
});

describe('commands of the clouds tell their operation', () => {
  it.each([
    ['gcp', 'gcloud iam service-accounts keys create key.json', 'google.iam.admin.v1.CreateServiceAccountKey'],
    ['gcp', 'gcloud --quiet compute firewall-rules create open-all', 'v1.compute.firewalls.insert'],
    ['azure', 'az vm run-command invoke -g heron -n web', 'Microsoft.Compute/virtualMachines/runCommand/action'],
    ['azure', 'az lock delete --name keep', 'Microsoft.Authorization/locks/delete'],
    ['entra', 'az ad sp create-for-rbac', 'Add service principal'],
    ['entra', 'New-MgServicePrincipalAppRoleAssignment', 'Add app role assignment to service principal'],
  ] as const)('%s: %s', async (plane, command, operation) => {
    expect(await told(plane, `The shell history has "${command}".`)).toEqual([operation]);
  });

  it('but words that only begin like a command do not', async () => {
    expect(await told('gcp', 'gcloud iam was known to them, and gcloud compute too.')).toEqual([]);
  });
});

describe('techniques of a document about a cloud', () => {
  async function idsOf(text: string): Promise<readonly string[]> {
    const doc = await textAdvisory(text);
    return findTechniques(doc, findBehaviours(doc))
      .filter(({ confidence }) => confidence >= 0.3)
      .map(({ id }) => id);
  }

  it('are what its operations show', async () => {
    const ids = await idsOf(
      `${PLACES.aws} They called ListBuckets, CreateKeyPair, ListServiceQuotas and DescribeSnapshotAttribute.`,
    );
    expect(ids).toEqual(expect.arrayContaining(['T1580', 'T1098.001', 'T1526']));
    expect(ids).not.toContain('T1537');
    expect(ids).not.toContain('T1619');
  });
});

describe('objects that are joined to one verb', () => {
  it.each([
    ['They created the users fen-1 and fen-2 and the role heron-admin.', ['CreateUser', 'CreateRole']],
    [
      'They deleted the access keys of the old pipeline, the login profile, and the IAM user.',
      ['DeleteAccessKey', 'DeleteUser'],
    ],
    [
      'The group created a new IAM user, an access key, a login profile and a role.',
      ['CreateUser', 'CreateAccessKey', 'CreateRole'],
    ],
  ])('are operations each: %s', async (sentence, names) => {
    const values = await told('aws', sentence);
    for (const name of names) expect(values).toContain(`iam.amazonaws.com/${name}`);
  });

  it('stay the object of two verbs', async () => {
    expect(await told('aws', 'They created and renamed the role.')).toContain('iam.amazonaws.com/CreateRole');
  });

  it('tell behaviours too', async () => {
    const doc = await textAdvisory(
      'On the Windows host they deleted the mail archive, the nightly backups and the shadow copies.',
    );
    expect(findBehaviours(doc).map(({ value }) => value)).toContain('shadow-copies-deleted');
  });
});

describe('a report on one cloud tells of another in a sentence or under a heading that names it', () => {
  const aws = [
    'The intruder used EC2, S3, Lambda, IAM users and Secrets Manager in AWS, as CloudTrail shows.',
    'They stopped CloudTrail logging in AWS and deleted the GuardDuty detector.',
    'AWS Secrets Manager, EC2, EBS, RDS and Bedrock were read from with boto3 in AWS.',
  ].join('\n\n');
  const of = async (text: string): Promise<readonly string[]> =>
    findBehaviours(await markdownAdvisory(`${aws}\n\n${text}`))
      .filter(({ platforms }) => !platforms.includes('aws'))
      .map(({ value }) => value);

  it.each([
    ['In Okta, they reset all MFA factors of a user, and created an API token.', 'system.api_token.create'],
    ['In GCP, the intruder deleted a log sink.', 'google.logging.v2.ConfigServiceV2.DeleteSink'],
    ['In Azure, the actor disabled the diagnostic settings.', 'Microsoft.Insights/diagnosticSettings/delete'],
    ['In Azure, the actor added a secret to a service principal.', 'Add service principal credentials'],
    ['In Kubernetes they bound cluster-admin to the default account.', 'create clusterrolebindings'],
    ['## Okta\n\nThey created an API token.', 'system.api_token.create'],
  ])('%s', async (text, operation) => {
    expect((await of(text)).map((value) => value.toLowerCase())).toContain(operation.toLowerCase());
  });

  it.each([
    'They created an API token.',
    'Okta was not touched. They created an API token for the pipeline.',
    'They deleted a log sink and reset all MFA factors of a user.',
  ])('and none is read into what names no other: %s', async (text) => {
    expect(await of(text)).toEqual([]);
  });
});

it('an abbreviation behind a noun is no name that somebody chose', async () => {
  const doc = await textAdvisory(
    'In AWS the intruder created a Lambda function in AWS and gave the function URL to others.',
  );
  expect(JSON.stringify(findBehaviours(doc))).not.toContain('Named URL');
});

it('a report on Windows hosts that goes on in AWS keeps the names of calls in paragraphs that name AWS', async () => {
  const text =
    'On Windows they ran reed.exe and whoami.exe on each host.\n\nThe browser of an engineer held AWS keys. The intruders came back the next day. They called StopLogging and then DeleteTrail.\n\nreed.exe also calls DeleteObject for each window it has drawn.';
  const found = findBehaviours(await textAdvisory(text)).map(({ value }) => value);
  expect(found).toEqual(
    expect.arrayContaining(['cloudtrail.amazonaws.com/StopLogging', 'cloudtrail.amazonaws.com/DeleteTrail']),
  );
  expect(found).not.toContain('s3.amazonaws.com/DeleteObject');
});

describe('each of a series of things that were deleted', () => {
  const valuesOf = async (text: string) => findBehaviours(await textAdvisory(text)).map(({ value }) => value);

  it.each([
    [
      'In the AWS account, RDS snapshots, EBS snapshots and S3 buckets were deleted by the actor.',
      ['rds.amazonaws.com/DeleteDBSnapshot', 's3.amazonaws.com/DeleteBucket'],
    ],
    [
      'In the Azure subscription, snapshots, backups and recovery vaults were deleted by the actor.',
      [
        'Microsoft.Compute/snapshots/delete',
        'Microsoft.RecoveryServices/vaults/delete',
        'Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete',
      ],
    ],
    [
      'In the Azure tenant, storage accounts, resource locks and backup containers were then removed by the actor.',
      ['Microsoft.Storage/storageAccounts/delete', 'Microsoft.Authorization/locks/delete'],
    ],
  ])('is a call: %s', async (text, calls) => {
    expect(await valuesOf(text)).toEqual(expect.arrayContaining(calls));
  });

  it.each([
    'In AWS, the RDS snapshots, the EBS volumes and the buckets of the bank hold its data, and a role was deleted by the actor.',
    'In AWS the actor read the RDS snapshots, listed the EBS volumes, and the role was deleted.',
  ])('is none that stands before another deed: %s', async (text) => {
    expect(await valuesOf(text)).not.toContain('rds.amazonaws.com/DeleteDBSnapshot');
  });
});
