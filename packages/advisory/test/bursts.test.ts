import { generate } from '@tripline/advisory';
import { DEFAULT_TARGET_IDS, matchCorrelation, parseSigma, type SigmaCorrelation } from '@tripline/sigma';
import { textAdvisory } from './support/documents.js';

async function correlations(text: string) {
  const { rules } = generate(await textAdvisory(text));
  return rules.filter(({ yaml }) => yaml.includes('\ncorrelation:'));
}

const AWS = 'The intrusion in AWS is told from CloudTrail and IAM user records. ';

describe('correlation rules', () => {
  it.each([
    ['password spraying on Windows', 'They moved on by password spraying against the domain.', 'endpoint-security'],
    ['brute force over SSH', 'The bot brute-forces SSH with a list of names.', 'endpoint-auditd'],
    ['password spraying on Okta', 'Okta logs, Okta admins and Okta users: a password spray came first.', 'identity-1'],
    [
      'prompts until the user gives in',
      'Entra and Azure AD users met MFA fatigue: Entra ID asked on.',
      'identity-2-signin',
    ],
    ['mass deletion in S3', `${AWS}They called DeleteObject on all objects of the bucket.`, 'cloud-audit-1'],
    ['mass retrieval of secrets', `${AWS}GetSecretValue was called for every secret there.`, 'cloud-audit-1'],
    ['mass deletion of snapshots', `${AWS}They called DeleteSnapshot for hundreds of snapshots.`, 'cloud-audit-1'],
  ])('are drafted for %s', async (_, text, platform) => {
    const found = await correlations(text);
    expect(found.map((rule) => rule.platform)).toEqual([platform]);
  });

  it('come first in their text, under the rule’s id, and convert to every target', async () => {
    const [rule] = await correlations(`${AWS}GetSecretValue was called for every secret there.`);
    const [first, second, ...more] = parseSigma(rule?.yaml ?? '').documents;
    expect(first).toMatchObject({ kind: 'correlation', id: rule?.key, title: rule?.title });
    expect(second).toMatchObject({ kind: 'rule' });
    expect(more).toEqual([]);
    expect(Object.keys(rule?.conversions ?? {}).sort()).toEqual([...DEFAULT_TARGET_IDS].sort());
  });

  it('hold a list of events that fires them and one that does not', async () => {
    const [rule] = await correlations('They moved on by password spraying against the domain.');
    const collection = parseSigma(rule?.yaml ?? '');
    const correlation = collection.documents[0] as SigmaCorrelation;
    expect(matchCorrelation(correlation, collection, rule?.tests.match ?? []).matched).toBe(true);
    expect(rule?.tests.noMatch.length).toBeGreaterThan(0);
    expect(matchCorrelation(correlation, collection, rule?.tests.noMatch ?? []).matched).toBe(false);
  });

  it('count different discovery commands of one user, where the advisory tells several', async () => {
    const few = await correlations('They ran whoami /all and nltest /domain_trusts there.');
    expect(few).toEqual([]);
    const [rule] = await correlations(
      'They ran these:\n\nwhoami /all\nipconfig /all\nnltest /domain_trusts\nnet group "domain admins" /domain\nsysteminfo /fo csv\n',
    );
    expect(rule?.platform).toBe('endpoint-sysmon');
    expect(rule?.yaml).toContain('type: value_count');
    const collection = parseSigma(rule?.yaml ?? '');
    const same = (rule?.tests.match ?? []).map((event) => ({ ...event, CommandLine: 'whoami /all' }));
    expect(matchCorrelation(collection.documents[0] as SigmaCorrelation, collection, same).matched).toBe(false);
  });

  it('take the place of the rule on the single call', async () => {
    const { rules } = generate(await textAdvisory(`${AWS}GetSecretValue was called for every secret there.`));
    expect(rules.filter(({ yaml }) => yaml.includes('GetSecretValue'))).toHaveLength(1);
  });

  it.each([
    ['one call', `${AWS}They called DeleteObject on a log file.`],
    ['advice', 'Defenders should watch for password spraying.'],
    ['a possibility', 'With that list one could brute-force RDP.'],
  ])('are not drafted for %s', async (_, text) => {
    expect(await correlations(text)).toEqual([]);
  });
});
