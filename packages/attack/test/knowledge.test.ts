import {
  awsOperations,
  cloudLogSources,
  isKnownCmdlet,
  isKnownGcpMethod,
  isKnownProcess,
  knownIdentityEvents,
  knownOperations,
  operationsOfTechnique,
  technique,
  techniquesOfAuditd,
  techniquesOfCmdlet,
  techniquesOfIdentityEvent,
  techniquesOfKubernetes,
  techniquesOfOperation,
  techniquesOfProcess,
  techniquesOfWindowsEvent,
  webRequestPatterns,
} from '@tripline/attack';

describe('cloud operations', () => {
  it('an AWS name that several services share is answered by the likelier one first', () => {
    const [first, ...others] = awsOperations('createuser');
    expect(first).toEqual({ source: 'iam.amazonaws.com', name: 'CreateUser' });
    expect(others.length).toBeGreaterThan(0);
    expect(awsOperations('NoSuchOperation')).toEqual([]);
  });

  it('our own reading comes before what the sources attach', () => {
    expect(techniquesOfOperation('aws', 'CreateAccessKey', 'iam.amazonaws.com')[0]?.id).toBe('T1098.001');
    expect(techniquesOfOperation('azure', 'microsoft.authorization/locks/delete')[0]?.id).toBe('T1685');
    expect(techniquesOfOperation('gcp', 'SetIamPolicy')[0]?.id).toBe('T1098.003');
    expect(techniquesOfOperation('aws', 'toString')).toEqual([]);
  });

  it('every hint is a current technique', () => {
    for (const cloud of ['aws', 'azure', 'gcp'] as const) {
      for (const { name } of knownOperations(cloud)) {
        for (const { id, weight } of techniquesOfOperation(cloud, name)) {
          expect(technique(id)?.id).toBe(id);
          expect(weight).toBeGreaterThan(0);
        }
      }
    }
  });

  it('tells the methods of Google Cloud by their last part, letter case counting', () => {
    expect(isKnownGcpMethod('SetIamPolicy')).toBe(true);
    expect(isKnownGcpMethod('setiampolicy')).toBe(false);
  });

  it('names the operations that show a technique, with their log', () => {
    const operations = operationsOfTechnique('t1098.001');
    expect(operations).toContainEqual({ plane: 'aws', operation: 'CreateAccessKey' });
    expect(operations).toContainEqual({ plane: 'entra_audit', operation: 'Add service principal credentials' });
    expect(operationsOfTechnique('T9999')).toEqual([]);
  });
});

describe('hosts, clusters and identities', () => {
  it('programs and cmdlets are found in any letter case', () => {
    expect(techniquesOfProcess('RUNDLL32.exe').map(({ id }) => id)).toContain('T1218.011');
    expect(isKnownProcess('no-such-program.exe')).toBe(false);
    expect(isKnownCmdlet('invoke-mimikatz')).toBe(true);
    expect(techniquesOfCmdlet('Add-ConstrainedDelegationBackdoor').length).toBeGreaterThan(0);
    expect(techniquesOfProcess('__proto__')).toEqual([]);
  });

  it('Kubernetes requests, Windows events, auditd values and identity events have their techniques', () => {
    expect(techniquesOfKubernetes('create pods/exec')[0]?.id).toBe('T1609');
    expect(techniquesOfWindowsEvent('security', 1102).length).toBeGreaterThan(0);
    expect(techniquesOfAuditd('SYSCALL', 'memfd_create').length).toBeGreaterThan(0);
    expect(techniquesOfIdentityEvent('okta', 'group.privilege.grant')[0]?.id).toBe('T1098.003');
    expect(knownIdentityEvents('entra_audit').length).toBeGreaterThan(30);
    expect(webRequestPatterns('cs-uri-query').size).toBeGreaterThan(100);
  });

  it('the log sources of a technique are those of its current id', () => {
    expect(cloudLogSources('t1685.002').length).toBeGreaterThan(0);
    expect(cloudLogSources('T1562.008')).toEqual([]);
  });
});
