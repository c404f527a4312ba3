import { type GeneratedRule, generate } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

/** The rules of a report that says only that something was done and quotes an event. */
async function rulesFrom(
  event: unknown,
  intro = 'The intruder was seen in this event:',
): Promise<readonly GeneratedRule[]> {
  const block = `\`\`\`json\n${typeof event === 'string' ? event : JSON.stringify(event, null, 2)}\n\`\`\``;
  return generate(await markdownAdvisory(`${intro}\n\n${block}\n`), { targets: [] }).rules;
}

/** What a report's rules ask for, `field=value`. */
function asked(rules: readonly GeneratedRule[]): readonly string[] {
  return rules.flatMap(({ evidence }) => evidence.map(({ field, value }) => `${field}=${value}`));
}

describe('events that a report quotes in JSON', () => {
  it.each([
    [
      'Okta',
      { eventType: 'user.mfa.factor.deactivate', outcome: { result: 'SUCCESS' } },
      ['eventType=user.mfa.factor.deactivate'],
    ],
    [
      'Okta, refused',
      { eventType: 'policy.evaluate_sign_on', outcome: { result: 'DENY' } },
      ['eventType=policy.evaluate_sign_on', 'outcome.result=DENY'],
    ],
    [
      "Entra ID's audit log",
      {
        activityDisplayName: 'Add service principal credentials',
        initiatedBy: { user: { userPrincipalName: 'eve@corp.example' } },
      },
      ['properties.message=Add service principal credentials'],
    ],
    [
      "Entra ID's audit log as Azure wraps it",
      {
        operationName: 'Consent to application',
        properties: { initiatedBy: { user: { userPrincipalName: 'eve@corp.example' } } },
      },
      ['properties.message=Consent to application'],
    ],
    [
      "Entra ID's sign-ins",
      { userPrincipalName: 'ana@corp.example', properties: { authenticationProtocol: 'deviceCode' } },
      ['properties.authenticationProtocol=deviceCode'],
    ],
    [
      "Azure's activity log",
      { operationName: { value: 'MICROSOFT.COMPUTE/VIRTUALMACHINES/RUNCOMMAND/ACTION' }, caller: 'eve@corp.example' },
      ['operationName=MICROSOFT.COMPUTE/VIRTUALMACHINES/RUNCOMMAND/ACTION'],
    ],
    [
      'Google Cloud',
      { protoPayload: { methodName: 'storage.buckets.update', serviceName: 'storage.googleapis.com' } },
      ['protoPayload.methodName=storage.buckets.update'],
    ],
    [
      'Kubernetes',
      { kind: 'Event', verb: 'create', objectRef: { resource: 'pods', subresource: 'exec', namespace: 'prod' } },
      ['verb=create', 'objectRef.resource=pods', 'objectRef.subresource=exec'],
    ],
    [
      'Kubernetes, what makes it special too',
      { verb: 'create', objectRef: { resource: 'daemonsets', namespace: 'kube-system' } },
      ['verb=create', 'objectRef.resource=daemonsets', 'objectRef.namespace=kube-system'],
    ],
    [
      'Kubernetes, cut and with a comment',
      '{ "verb": "delete", // the second call\n  "objectRef": { "resource": "clusterrolebindings"',
      ['verb=delete', 'objectRef.resource=clusterrolebindings'],
    ],
  ])('give a rule for their log: %s', async (_, event, wanted) => {
    expect(asked(await rulesFrom(event))).toEqual(expect.arrayContaining(wanted));
  });

  it('name an activity of Entra ID whole and not by another that it begins with', async () => {
    const rules = await rulesFrom(
      { activityDisplayName: 'Add service principal credentials', initiatedBy: { app: { displayName: 'heron' } } },
      'The Entra ID log of Azure AD shows the intruder:',
    );
    expect(asked(rules)).not.toContain('properties.message=Add service principal');
  });

  it.each([
    ['an event of Okta that every day has', { eventType: 'user.session.start', outcome: { result: 'SUCCESS' } }],
    ['JSON of something else', { verb: 'run', objectRef: { resource: 'the whole thing' }, operationName: 'Sync' }],
    ['a manifest', { kind: 'Pod', metadata: { name: 'heron' }, spec: { verb: 'create' } }],
    ['an outcome alone', { outcome: { result: 'DENY' }, eventType: 'heron' }],
  ])('give none for %s', async (_, event) => {
    expect(await rulesFrom(event)).toEqual([]);
  });
});
