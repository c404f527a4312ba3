import { generate } from '@tripline/advisory';
import { matchRule, type PlatformId, parseSigma, type SigmaEvent, type SigmaRule } from '@tripline/sigma';
import { markdownAdvisory, textAdvisory } from './support/documents.js';

/** Gives the rules that a text yields on one platform. */
async function rulesOf(text: string, platform: PlatformId) {
  const { rules } = generate(await textAdvisory(text));
  return rules.filter((rule) => rule.platform === platform);
}

function parsed(yaml: string): SigmaRule {
  const found = parseSigma(yaml).documents.find((document): document is SigmaRule => document.kind === 'rule');
  if (found === undefined) throw new Error(`no rule in ${yaml}`);
  return found;
}

describe('rules on the Kubernetes audit log', () => {
  const CLUSTER = 'The intrusion took place in a Kubernetes cluster.';

  it('ask for what a pod of a template was given in the template, and of a job of the cluster for nothing on its nodes', async () => {
    const text = `${CLUSTER} The cluster runs on Linux hosts. They created a cronjob with a privileged container.`;
    const [rule, ...more] = generate(await textAdvisory(text)).rules;
    expect(rule?.yaml).toContain('spec.jobTemplate.spec.template.spec.containers.securityContext.privileged');
    expect(more).toEqual([]);
  });

  it('ask of a request for nothing that was told of another before it', async () => {
    const text = `${CLUSTER} They created a pod with a privileged container. Later they created a cronjob named hrn-sync.`;
    const yaml = (await rulesOf(text, 'container-audit')).find((rule) => rule.yaml.includes('cronjobs'))?.yaml;
    expect(yaml).toContain('hrn-sync');
    expect(yaml).not.toContain('privileged');
  });

  it('match what a stolen service account does and exclude the cluster’s own accounts', async () => {
    const [rule] = await rulesOf(`${CLUSTER} They ran commands inside the container of a pod.`, 'container-audit');
    const event = (username: string, verb: string): SigmaEvent => ({
      verb,
      objectRef: { resource: 'pods', subresource: 'exec' },
      user: { username },
    });
    const sigma = parsed(rule?.yaml ?? '');
    expect(matchRule(sigma, event('system:serviceaccount:shop:web', 'create')).matched).toBe(true);
    expect(matchRule(sigma, event('system:serviceaccount:shop:web', 'get')).matched).toBe(true);
    expect(matchRule(sigma, event('system:node:worker-1', 'create')).matched).toBe(false);
  });

  it('join requests that show the same into one rule', async () => {
    const rules = await rulesOf(
      `${CLUSTER} They deleted deployments and then deleted the daemonsets.`,
      'container-audit',
    );
    expect(rules.map(({ title }) => title)).toEqual(['Kubernetes Daemon Set Or Deployment Deleted']);
  });

  it('ask for what made an everyday request special, and are none without it', async () => {
    const [rule] = await rulesOf(
      `${CLUSTER} They created a pod that mounts the host path of its node.`,
      'container-audit',
    );
    expect(rule?.title).toBe('Kubernetes Pod Created With Host Path Mounted');
    expect(await rulesOf(`${CLUSTER} They created a pod for their tool.`, 'container-audit')).toEqual([]);
  });
});

describe('rules on the clouds’ and identity providers’ logs', () => {
  it('look for reported addresses in the log of the cloud that the advisory is about', async () => {
    const text =
      'In Google Cloud (GCP) the actor created a service account key from 198.18.77.40, then from 45.9.148.200.';
    const titles = (await rulesOf(text, 'cloud-audit-2')).map(({ title }) => title);
    expect(titles).toContainEqual(expect.stringContaining('Google Cloud Calls From Reported Address'));
    expect(await rulesOf(text, 'endpoint-sysmon')).toEqual([]);
  });

  it('do not look for the addresses of an endpoint intrusion that only names a cloud', async () => {
    const text =
      'The loader fetched its payload from AWS: a bucket of Amazon S3 in AWS. It ran schtasks.exe /create /sc onlogon /tn HeronUp /tr C:\\ProgramData\\heron.exe. ' +
      'Its server is 45.9.148.200 in AWS EC2.';
    expect(await rulesOf(text, 'cloud-audit-1')).toEqual([]);
    expect((await rulesOf(text, 'endpoint-sysmon')).map(({ title }) => title)).toContainEqual(
      expect.stringContaining('Connection To Reported Address'),
    );
  });

  it('keep the policy of a Google Cloud project beside those of its resources', async () => {
    const text =
      'In Google Cloud (GCP) they granted an outside account the Editor role. The snapshot was shared with it.';
    const rules = await rulesOf(text, 'cloud-audit-2');
    const serviceData = { policyDelta: { bindingDeltas: [{ action: 'ADD', role: 'roles/editor' }] } };
    const matched = (methodName: string, data = {}) =>
      rules.filter(({ yaml }) => matchRule(parsed(yaml), { protoPayload: { methodName, ...data } }).matched).length;
    expect(matched('SetIamPolicy', { serviceData })).toBe(1);
    expect(matched('SetIamPolicy')).toBe(0);
    expect(matched('v1.compute.snapshots.setIamPolicy')).toBe(1);
    expect(matched('google.pubsub.v1.Publisher.SetIamPolicy')).toBe(0);
  });

  it('distinguish a phishing page that FastPass detected from other failed factors', async () => {
    const [rule] = await rulesOf(
      'Okta FastPass stopped the phishing proxy when the user of Okta signed in.',
      'identity-1',
    );
    expect(rule?.title).toBe('Okta FastPass Declined Phishing Attempt');
    expect(rule?.yaml).toContain('attack.t1557');
  });

  it('name the stem of a family of events once', async () => {
    const text = 'In Okta the log stream configuration was changed: the actor deactivated the log stream.';
    const [rule, ...more] = await rulesOf(text, 'identity-1');
    expect(more).toEqual([]);
    expect(rule?.title).toBe('Okta Log Stream Changed');
  });

  it('are none for calls that every script makes, without the reported source', async () => {
    expect(
      await rulesOf('In AWS, CloudTrail shows GetCallerIdentity and GetObject by the AWS key.', 'cloud-audit-1'),
    ).toEqual([]);
  });
});

describe('rules on AWS calls that everybody makes', () => {
  const ABOUT_AWS = 'An intrusion in AWS, seen in CloudTrail of the AWS account.';

  it('narrow calls made with a federation token to federated users', async () => {
    const rules = await rulesOf(
      `${ABOUT_AWS}\n\nThey called sts:GetFederationToken, then sts:GetCallerIdentity with the new credentials.`,
      'cloud-audit-1',
    );
    const rule = rules.find(({ yaml }) => yaml.includes('GetCallerIdentity'));
    expect(rule?.yaml).toContain("userIdentity.arn|contains: ':federated-user/'");
  });

  it('are rules where the words tell how they were made', async () => {
    const signIn = await rulesOf(`${ABOUT_AWS}\n\nThen ConsoleLogin without MFA opened the console.`, 'cloud-audit-1');
    expect(signIn.map(({ yaml }) => yaml).join('\n')).toContain("additionalEventData.MFAUsed: 'No'");
    const ports = await rulesOf(
      `${ABOUT_AWS}\n\nThey called CreateSecurityGroup and AuthorizeSecurityGroupIngress for port 3389.`,
      'cloud-audit-1',
    );
    const levels = ports.map(({ level, yaml }) => [level, yaml.includes('toPort: 3389')]);
    expect(levels).toEqual(
      expect.arrayContaining([
        ['low', false],
        ['medium', true],
      ]),
    );
  });

  it('count the objects fetched where a passage on detection says to', async () => {
    const doc = await markdownAdvisory(
      `# Ransom\n\n${ABOUT_AWS}\n\n## Detection\n\nYou can find it by abnormal patterns of objects being downloaded from the bucket, through the data events GetObject and CopyObject of CloudTrail.\n`,
    );
    const yaml = generate(doc)
      .rules.map((rule) => rule.yaml)
      .join('\n');
    expect(yaml).toContain('type: event_count');
    expect(yaml).toContain("- 'GetObject'");
  });
});

describe('addresses beside the log of a cloud', () => {
  const TEXT =
    'The attacker used an access key of AWS. The first CreateUser call came from 77.91.100.14. Later, in Okta, they reset all MFA factors of an administrator. On a Linux host, cron ran a script that curl fetched from http://94.156.8.17/heron.sh each hour; the files were /etc/cron.d/heron and /tmp/heron.sh.';

  it('are looked for as callers, unless they only stand in web addresses', async () => {
    const { rules } = generate(await textAdvisory(TEXT));
    const callers = rules.find(({ title }) => title.includes('Okta Calls From Reported Address'))?.yaml;
    expect(callers).toContain('77.91.100.14');
    expect(callers).not.toContain('94.156.8.17');
  });

  it('are no addresses that hosts connect to where calls came from them', async () => {
    const { rules } = generate(await textAdvisory(TEXT));
    const yaml = rules.filter(({ yaml: text }) => text.includes('network_connection')).map(({ yaml: text }) => text);
    expect(yaml.join()).not.toContain('77.91.100.14');
  });
});

describe('events of one identity provider', () => {
  it('are not those that a sentence tells of the other', async () => {
    const { rules } = generate(
      await textAdvisory(
        'In Okta they reset all MFA factors of an administrator. In Entra ID they registered a new application and consented to it for everybody.',
      ),
    );
    expect(rules.map(({ title }) => title).filter((title) => title.startsWith('Okta'))).toEqual([
      'Okta User MFA Factor Reset All',
    ]);
  });
});
