import { ENGINE_VERSION, type GeneratedRule, generate, generateFromTechnique } from '@tripline/advisory';
import { awsTechniques, coveringAwsEvents } from '@tripline/attack';
import {
  checkSigma,
  DEFAULT_TARGET_IDS,
  matchCorrelation,
  matchRule,
  PLATFORM_IDS,
  type PlatformId,
  parseSigma,
  type SigmaRule,
} from '@tripline/sigma';
import { HERON_FOG, markdownAdvisory, textAdvisory } from './support/documents.js';

const URL = 'https://reports.heron-watch.example/heron-fog';

function ruleOf(rule: GeneratedRule): SigmaRule {
  const found = parseSigma(rule.yaml).documents.find((document): document is SigmaRule => document.kind === 'rule');
  if (found === undefined) throw new Error(`no rule in ${rule.yaml}`);
  return found;
}

/** Gives a matcher for a rule's events: it checks each event alone, or for a correlation all of them together. */
function matcherOf(rule: GeneratedRule): (events: GeneratedRule['tests']['match']) => readonly boolean[] {
  const collection = parseSigma(rule.yaml);
  const [first] = collection.documents;
  if (first?.kind === 'correlation') return (events) => [matchCorrelation(first, collection, events).matched];
  return (events) => events.map((event) => matchRule(ruleOf(rule), event).matched);
}

const byPlatform = (rules: readonly GeneratedRule[], platform: PlatformId) =>
  rules.filter((rule) => rule.platform === platform);

describe('generating from an advisory', () => {
  it('gives rules for every platform the advisory tells of', async () => {
    const { rules } = generate(await markdownAdvisory(HERON_FOG, URL));
    const platforms = new Set(rules.map(({ platform }) => platform));
    for (const platform of [
      'cloud-audit-1',
      'endpoint-sysmon',
      'endpoint-powershell',
      'endpoint-auditd',
      'container-audit',
    ] as const) {
      expect(platforms).toContain(platform);
    }
  });

  it('every rule is valid, matches its own events and not the flipped ones, and converts to every target', async () => {
    const { rules } = generate(await markdownAdvisory(HERON_FOG, URL));
    expect(rules.length).toBeGreaterThan(8);
    for (const rule of rules) {
      expect(checkSigma(rule.yaml).filter(({ severity }) => severity !== 'info')).toEqual([]);
      const matches = matcherOf(rule);
      expect(rule.tests.match.length).toBeGreaterThan(0);
      expect(rule.tests.noMatch.length).toBeGreaterThan(0);
      expect(matches(rule.tests.match)).toEqual(expect.not.arrayContaining([false]));
      expect(matches(rule.tests.noMatch)).toEqual(expect.not.arrayContaining([true]));
      expect(Object.keys(rule.conversions).sort()).toEqual([...DEFAULT_TARGET_IDS].sort());
      for (const query of Object.values(rule.conversions)) expect(query.length).toBeGreaterThan(10);
    }
  });

  it('every detection value points at its place in the text or at a named template', async () => {
    const doc = await markdownAdvisory(HERON_FOG, URL);
    for (const rule of generate(doc).rules) {
      const traced = new Set(rule.evidence.map(({ field, value }) => `${field}=${value}`));
      for (const evidence of rule.evidence) {
        if ('template' in evidence) expect(evidence.template).toMatch(/^[a-z0-9-]+$/);
        else expect(doc.text.slice(evidence.start, evidence.end)).toBe(evidence.quote);
      }
      const detection = rule.yaml.slice(rule.yaml.indexOf('\ndetection:'), rule.yaml.indexOf('\n    condition:'));
      const values = [...detection.matchAll(/^\s+(?:- |([\w.]+)(?:\|[\w|]+)?: )'(.*)'$/gm)].map((match) =>
        match[2]?.replaceAll("''", "'"),
      );
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) expect([...traced].some((entry) => entry.endsWith(`=${value}`))).toBe(true);
    }
  });

  it('gives the same bytes for the same document', async () => {
    const first = generate(await markdownAdvisory(HERON_FOG, URL));
    const second = generate(await markdownAdvisory(HERON_FOG, URL));
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(new Set(first.rules.map(({ key }) => key)).size).toBe(first.rules.length);
    for (const { key } of first.rules)
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('gives other ids for the same text at another address', async () => {
    const here = generate(await markdownAdvisory(HERON_FOG, URL));
    const there = generate(await markdownAdvisory(HERON_FOG, `${URL}-copy`));
    const keys = new Set(here.rules.map(({ key }) => key));
    expect(there.rules.some(({ key }) => keys.has(key))).toBe(false);
  });

  it('does not make rules of what the actor did not do or what is recommended', async () => {
    const { rules } = generate(await markdownAdvisory(HERON_FOG, URL));
    const yaml = rules.map((rule) => rule.yaml).join('\n');
    expect(yaml).not.toContain('DeleteTrail');
    expect(yaml).not.toContain('advfirewall');
  });

  it('never fires on an everyday call or an interpreter alone', async () => {
    const { rules } = generate(await markdownAdvisory(HERON_FOG, URL));
    const everyday = {
      eventSource: 'sts.amazonaws.com',
      eventName: 'GetCallerIdentity',
      userAgent: 'console.amazonaws.com',
    };
    const shell = {
      Image: 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
      CommandLine: 'powershell.exe',
    };
    for (const rule of rules) {
      expect(matchRule(ruleOf(rule), everyday).matched).toBe(false);
      expect(matchRule(ruleOf(rule), shell).matched).toBe(false);
    }
    expect(byPlatform(rules, 'cloud-audit-1').some(({ yaml }) => yaml.includes('GetCallerIdentity'))).toBe(true);
  });

  it('restricts to the platforms and targets asked for and says why one has nothing', async () => {
    const doc = await markdownAdvisory(HERON_FOG, URL);
    const result = generate(doc, { platforms: ['cloud-audit-1', 'waf-2'], targets: ['siem_kql'] });
    expect(new Set(result.rules.map(({ platform }) => platform))).toEqual(new Set(['cloud-audit-1']));
    for (const rule of result.rules) expect(Object.keys(rule.conversions)).toEqual(['siem_kql']);
    expect(result.skipped).toEqual([{ platform: 'waf-2', reason: expect.stringContaining('describes nothing') }]);
  });

  it('keeps the best founded rules when fewer are asked for', async () => {
    const doc = await markdownAdvisory(HERON_FOG, URL);
    const all = generate(doc).rules.map(({ key }) => key);
    const few = generate(doc, { maxRules: 3 }).rules.map(({ key }) => key);
    expect(few).toHaveLength(3);
    expect(all).toEqual(expect.arrayContaining(few));
  });

  it('an advisory with nothing to detect gives no rule and a reason for every platform', async () => {
    const result = generate(await textAdvisory('Our office is closed on Friday. We wish all readers a quiet week.'));
    expect(result.rules).toEqual([]);
    expect(result.skipped.map(({ platform }) => platform)).toEqual([...PLATFORM_IDS]);
  });

  it('dates rules by the engine when the advisory has no date, and cites its address', async () => {
    const { rules, stats } = generate(await markdownAdvisory(HERON_FOG, URL), { readOn: '2025-03-04' });
    expect(stats.engineVersion).toBe(ENGINE_VERSION);
    for (const { yaml } of rules) {
      expect(yaml).toContain('date: 2025-03-04');
      expect(yaml).toContain(URL);
      expect(yaml).toContain('author: Tripline');
    }
  });

  it('reports progress step by step', async () => {
    const steps: string[] = [];
    generate(await markdownAdvisory(HERON_FOG, URL), { onProgress: ({ step }) => steps.push(step) });
    expect([...new Set(steps)]).toEqual(['evidence', 'draft', 'prove']);
  });
});

describe('autorun keys', () => {
  const registryRules = async (text: string) =>
    generate(await textAdvisory(text), { platforms: ['endpoint-sysmon'] }).rules.filter(({ yaml }) =>
      yaml.includes('registry_set'),
    );
  const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';

  it('make a rule of their own with the program they start or the name of their value, else the general one', async () => {
    const [program] = await registryRules(`The loader adds itself to ${key} so that heronfog.exe starts at logon.`);
    expect(program?.yaml).toContain("Details|contains: 'heronfog.exe'");
    const [named] = await registryRules(`The loader sets the HeronSync1 value under ${key} and exits.`);
    expect(named?.yaml).toContain("CurrentVersion\\Run\\HeronSync1'");
    const alone = await registryRules(`The loader writes to ${key} and exits.`);
    expect(alone.map(({ title }) => title)).toEqual(['Program Set To Run At Logon By A Registry Run Key']);
  });
});

describe('generating from a technique', () => {
  it('gives proven rules from knowledge, every value named by its template', () => {
    const { rules, techniques } = generateFromTechnique('T1685.002');
    expect(techniques.map(({ id }) => id)).toEqual(['T1685.002']);
    expect(byPlatform(rules, 'cloud-audit-1').some(({ yaml }) => yaml.includes('StopLogging'))).toBe(true);
    for (const rule of rules) {
      expect(rule.techniques).toEqual(['T1685.002']);
      for (const evidence of rule.evidence) expect('template' in evidence).toBe(true);
    }
  });

  it('gives rules on CloudTrail wherever events are suggested for the gap, of the technique alone', () => {
    const without = awsTechniques()
      .filter(({ id }) => coveringAwsEvents(id).length > 0)
      .filter(({ id }) => {
        const { rules } = generateFromTechnique(id, { platforms: ['cloud-audit-1'] });
        return rules.length === 0 || rules.some(({ techniques }) => techniques.join() !== id);
      });
    expect(without).toEqual([]);
    const [mirrored] = generateFromTechnique('T1040', { platforms: ['cloud-audit-1'] }).rules;
    for (const { name } of coveringAwsEvents('T1040')) expect(mirrored?.yaml).toContain(name);
    expect(mirrored?.description).not.toContain('advisory');
  });

  it('of sign-ins takes only those that failed for guessing', () => {
    const { rules } = generateFromTechnique('T1110.003', { platforms: ['cloud-audit-1'] });
    expect(rules.map(({ title }) => title)).toEqual(['AWS Console Sign-In Failed']);
    expect(rules[0]?.yaml).toContain("responseElements.ConsoleLogin: 'Failure'");
  });

  it('takes retired ids and answers under their successor', () => {
    expect(generateFromTechnique('t1562.008').rules).toEqual(generateFromTechnique('T1685.002').rules);
  });

  it('an unknown technique gives no rules and says so', () => {
    const result = generateFromTechnique('T9999', { platforms: ['cloud-audit-1'] });
    expect(result.rules).toEqual([]);
    expect(result.skipped).toEqual([{ platform: 'cloud-audit-1', reason: 'ATT&CK has no technique T9999.' }]);
  });
});
