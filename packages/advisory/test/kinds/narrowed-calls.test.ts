import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function yamlOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(text));
  return rules.map(({ yaml }) => yaml).join('\n');
}

const OKTA = 'Okta logs, Okta admins and Okta users: the system log of Okta tells it. ';
const ENTRA = 'Entra ID and Azure AD of the tenant: the Entra audit log tells it. ';
const KUBERNETES = 'In the Kubernetes cluster the Kubernetes API server logged the attacker. ';
const GCP = 'In Google Cloud the GCP project and its Cloud Audit Logs tell it. ';
const AWS = 'The intrusion in AWS is told from CloudTrail and IAM user records. ';

describe('calls that the text tells more of', () => {
  it.each([
    [
      'a role of Okta',
      `${OKTA}The attacker granted the Super Administrator role to the account.`,
      "privilegeGranted|contains: 'Super'",
    ],
    [
      'a role of Entra ID',
      `${ENTRA}The attacker added the account to the Global Administrator role.`,
      "newValue|contains: 'Global Administrator'",
    ],
    [
      'the role of a binding',
      `${KUBERNETES}They created a ClusterRoleBinding to cluster-admin.`,
      "roleRef.name: 'cluster-admin'",
    ],
    [
      'the sources of a firewall rule',
      `${GCP}The attacker created a firewall rule that allows 0.0.0.0/0.`,
      "sourceRanges|contains: '0.0.0.0/0'",
    ],
    [
      'port and sources of a security group',
      `${AWS}They authorized ingress to port 22 from 0.0.0.0/0.`,
      "cidrIp: '0.0.0.0/0'",
    ],
    [
      'a parameter that the next sentence writes as the log does',
      `${AWS}Look for GetParameters in bulk. Most telling is requestParameters.withDecryption=true there.`,
      "requestParameters.withDecryption: 'true'",
    ],
    [
      'a value in single quotes',
      `${OKTA}The attacker created an API token with its network set to 'ANYWHERE'.`,
      "networkConnection: 'ANYWHERE'",
    ],
    [
      'the level of a risk',
      `${OKTA}Okta raised the session to high risk and logged policy.evaluate_sign_on.`,
      "risk|contains: 'HIGH'",
    ],
    [
      'the containers of a changed workload',
      `${KUBERNETES}Attackers inject an extra container into a running workload.`,
      "containers.image: '?*'",
    ],
    [
      'refusals in words, where the text says to look for these',
      `${AWS}\n\nDetection: identities whose GetSendQuota calls end in access denied errors.`,
      "- 'AccessDenied'",
    ],
  ])('are narrowed by %s', async (_, text, expected) => {
    expect(await yamlOf(text)).toContain(expected);
  });

  it.each([
    ['Okta', `${OKTA}The attacker granted an admin role to the account.`, 'privilegeGranted'],
    ['Kubernetes', `${KUBERNETES}They created a ClusterRoleBinding for a reader.`, 'roleRef'],
    ['Google Cloud', `${GCP}The attacker created a firewall rule for one host.`, 'sourceRanges'],
  ])('are left plain where the text does not: %s', async (_, text, unexpected) => {
    const yaml = await yamlOf(text);
    expect(yaml).toContain('selection');
    expect(yaml).not.toContain(unexpected);
  });
});

describe('the type of an Okta event', () => {
  const ALERT = 'Token Guard has detected possible replay and logged the event with event type';

  it('tells the product where the text names none', async () => {
    expect(await yamlOf(`${ALERT} user.session.context.change.`)).toContain("eventType: 'user.session.context.change'");
  });

  it('does not where the text names another', async () => {
    expect(await yamlOf(`${ALERT} user.session.context.change in Azure and Entra ID.`)).not.toContain('okta');
  });
});

test('a change of a deployment of which no more is told gives no rule', async () => {
  expect(await yamlOf(`${KUBERNETES}The attacker patched the deployment.`)).toBe('');
});

describe('everyday calls to AWS', () => {
  const CALLS = 'GetCallerIdentity, ListBuckets, DescribeInstances, ListUsers and ListRoles';

  it('are counted where no client is told, and never given one', async () => {
    const yaml = await yamlOf(`${AWS}The actor called ${CALLS}.`);
    expect(yaml).toContain('type: value_count');
    expect(yaml).not.toContain('userAgent');
  });

  it('are those of scripts where the text says so', async () => {
    expect(await yamlOf(`${AWS}The actor called ${CALLS} from a script.`)).toContain('userAgent|contains');
  });

  it('give no rule where they are few', async () => {
    expect(await yamlOf(`${AWS}The actor called ListUsers and DescribeInstances.`)).toBe('');
  });
});

describe('addresses that called a service', () => {
  it('are looked for in its log and not among connections of hosts', async () => {
    const yaml = await yamlOf(`${KUBERNETES}They listed Kubernetes secrets from 159.65.32.10 and deleted events.`);
    expect(yaml).toContain("sourceIPs: '159.65.32.10'");
    expect(yaml).not.toContain('DestinationIp');
  });

  it('stay addresses of connections where they are reached', async () => {
    const yaml = await yamlOf(
      `${KUBERNETES}They listed Kubernetes secrets. The miner connects to 159.65.32.10 on port 3333.`,
    );
    expect(yaml).not.toContain('sourceIPs');
  });
});

describe('a counted call of which more is told', () => {
  it('has a rule of its own beside the count', async () => {
    const yaml = await yamlOf(
      `${AWS}They overwrote all objects of the bucket with CopyObject. The event:\n\n{"eventSource": "s3.amazonaws.com", "eventName": "CopyObject", "requestParameters": {"x-amz-server-side-encryption-customer-algorithm": "AES256"}}`,
    );
    expect(yaml).toContain("requestParameters.x-amz-server-side-encryption-customer-algorithm: 'AES256'");
  });
});

describe('a name behind a noun', () => {
  it('is no option of a command', async () => {
    const yaml = await yamlOf(
      `${KUBERNETES}They listed pods with kubectl get pods -A, created a privileged daemonset that mounts the host root file system, and read the secrets of the heron namespace.`,
    );
    expect(yaml).not.toContain('-A');
    expect(yaml).toContain("objectRef.resource: 'secrets'");
  });
});
