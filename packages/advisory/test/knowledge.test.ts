import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  compileKnowledge,
  findBehaviours,
  findTechniques,
  type GeneratedRule,
  type GenerateOptions,
  generate,
  type SampleEvent,
} from '@tripline/advisory';
import {
  escapeSigmaValue,
  matchCorrelation,
  matchRule,
  type PlatformName,
  parseSigma,
  platformId,
  type SigmaCorrelation,
  type SigmaRule,
} from '@tripline/sigma';
import { textAdvisory } from './support/documents.js';
import { type BehaviourFile, behaviourFiles, eventsOf, operationFiles, toldTechniques } from './support/knowledge.js';

/** A sentence that makes the document be about the platform of a log. */
const ABOUT: Readonly<Record<string, string>> = {
  'endpoint-sysmon': 'The intrusion hit Windows hosts; the Windows loader is heron.exe, a DLL of Windows is spared. ',
  'endpoint-security': 'The intrusion hit Windows hosts; the Windows loader is heron.exe, a DLL of Windows is spared. ',
  'endpoint-powershell':
    'The intrusion hit Windows hosts; the Windows loader is heron.exe, a DLL of Windows is spared. ',
  'endpoint-auditd': 'The intrusion hit Linux hosts. ',
  aws: 'The intrusion in AWS is told from CloudTrail and IAM user records. ',
  gcp: 'The intrusion in Google Cloud is told from the audit log of GCP. ',
  azure: 'The intrusion in Azure is told from the activity log of Azure. ',
  kubernetes: 'The intrusion in Kubernetes is told from the audit log of the Kubernetes cluster. ',
  okta: 'The Okta log of the Okta admins tells it. ',
  'entra-audit': 'The intrusion in Entra ID is told from the log of Azure AD. ',
  'entra-signin': 'The intrusion in Entra ID is told from the log of Azure AD. ',
  github: 'The intrusion in GitHub is told from the audit log of the organization. ',
  'google-workspace': 'The intrusion in Google Workspace is told from its audit log. ',
  m365: 'The intrusion in Microsoft 365 is told from the unified audit log. ',
  'aws-waf': '',
  macos: 'The intrusion hit Macs with macOS. ',
};

/** What a text says of itself, for behaviours that a log shows. */
const aboutOf = (platform: PlatformName | null): string => ABOUT[platform ?? 'macos'] ?? '';

/** Gives the rule that a sentence yields for a behaviour. With `options` it may be converted to fewer languages, which is most of the work. */
async function ruleFrom(
  { title, seen }: BehaviourFile,
  sentence: string,
  options: GenerateOptions = {},
): Promise<GeneratedRule | undefined> {
  const { rules } = generate(await textAdvisory(`${aboutOf(seen.platform)}\n\n${sentence}`), options);
  return rules.find(
    (rule) =>
      rule.platform === (seen.platform === null ? null : platformId(seen.platform)) &&
      rule.title.startsWith(title.slice(0, 90)),
  );
}

/** Whether a rule finds each of the events. A correlation takes the events as one list and finds it or not. */
function findings(yaml: string, events: readonly SampleEvent[]): readonly boolean[] {
  const collection = parseSigma(yaml);
  const [document] = collection.documents;
  if (document?.kind !== 'correlation') return events.map((event) => matchRule(document as SigmaRule, event).matched);
  return [matchCorrelation(document as SigmaCorrelation, collection, events).matched];
}

describe('knowledge', () => {
  const files = behaviourFiles();

  describe.each(files)('%s', (_, file) => {
    const { proof, seen } = file;

    it('is found in its own sentences and not in those that tell something else', async () => {
      expect(Math.min(proof.found.length, proof['not-found'].length)).toBeGreaterThan(0);
      const titleFrom = async (sentence: string) => (await ruleFrom(file, sentence, { targets: [] }))?.title;
      for (const sentence of proof.found) {
        expect({ sentence, title: await titleFrom(sentence) }).toEqual({
          sentence,
          title: expect.stringContaining(file.title.slice(0, 90)),
        });
      }
      for (const sentence of proof['not-found']) {
        expect({ sentence, title: await titleFrom(sentence) }).toEqual({ sentence, title: undefined });
      }
    });

    it('gives rules that find its own events and not the others', async () => {
      let open = eventsOf(proof.match);
      const others: boolean[] = [];
      // A sentence that names a program gives the rule on that one alone.
      for (const sentence of proof.found) {
        if (open.length === 0) break;
        const yaml = (await ruleFrom(file, sentence))?.yaml ?? '';
        const found = findings(yaml, open);
        open = found.length === 1 && found[0] === true ? [] : open.filter((_, at) => found[at] !== true);
        others.push(...findings(yaml, eventsOf(proof['no-match'])));
      }
      expect(open).toEqual([]);
      expect(others.length).toBeGreaterThan(0);
      expect(others).toEqual(others.map(() => false));
    });

    it('has an event for each way by which it shows', () => {
      if (seen.correlation !== undefined) return;
      const unseen = (seen.selection ?? []).filter((selection) => {
        const text = JSON.stringify({
          title: 'One way',
          logsource: seen.logsource,
          detection: { selection, condition: 'selection' },
        });
        return !findings(text, eventsOf(proof.match)).includes(true);
      });
      expect(unseen).toEqual([]);
    });
  });

  describe.each(operationFiles())('operations of %s', (log, rows) => {
    it.each(rows)(
      '%s is found in its own sentences and by its commands',
      async (operation, { found = [], commands = [] }) => {
        const [value] = operation.split('#');
        for (const sentence of [...found, ...commands.map((command) => `They ran ${command} from a rented server.`)]) {
          const behaviours = findBehaviours(await textAdvisory(`${ABOUT[log]}\n\n${sentence}`));
          expect({ sentence, found: behaviours.map((behaviour) => behaviour.value) }).toEqual({
            sentence,
            found: expect.arrayContaining([value]),
          });
        }
      },
    );
  });

  const told = operationFiles().flatMap(([log, rows]) =>
    rows.flatMap(([operation, row]) => (row.with ?? []).map((parameter) => ({ log, operation, ...parameter }))),
  );

  it.each(told)('$operation is told $title, and its rule keeps to it', async ({ log, selection, found }) => {
    for (const sentence of found) {
      const text = `${ABOUT[log]}\n\n${sentence}`;
      const { rules } = generate(await textAdvisory(text), { targets: [] });
      const kept = rules.flatMap(({ evidence }) => evidence.map(({ field, value }) => `${field} ${value}`));
      const wanted = Object.entries(selection).flatMap(([path, values]) =>
        [values]
          .flat()
          .map((value) => `${path.split('|')[0]} ${value === '?*' ? value : escapeSigmaValue(String(value))}`),
      );
      expect({ sentence, kept }).toEqual({ sentence, kept: expect.arrayContaining(wanted) });
    }
  });

  describe('techniques', () => {
    const places = async (sentence: string): Promise<readonly string[]> => {
      const doc = await textAdvisory(sentence);
      const found = findTechniques(doc, findBehaviours(doc));
      const told = found.filter(({ spans }) => spans.some(narrowerThan(doc.text.length)));
      return told.flatMap(({ id, subtechniqueUnsure = [] }) => [id, ...subtechniqueUnsure.map((sub) => sub.id)]);
    };
    /** The model labels whole sentences; a phrase labels only its own words. */
    const narrowerThan =
      (length: number) =>
      ({ start, end }: { start: number; end: number }): boolean =>
        end - start < length - 1;

    it.each(toldTechniques())('%s is found in its own sentences and in no other', async (id, row) => {
      expect(row.found.length).toBeGreaterThan(0);
      for (const sentence of row.found) {
        expect({ sentence, found: await places(sentence) }).toEqual({ sentence, found: expect.arrayContaining([id]) });
      }
      for (const sentence of row['not-found'] ?? []) expect(await places(sentence)).not.toContain(id);
    });
  });

  it('is compiled: data/knowledge.json is, byte for byte, what the files make', () => {
    const program = fileURLToPath(new URL('../knowledge/build.mjs', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [program, '--check'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  const BEHAVIOUR = {
    title: 'Heron Seen',
    description: 'Detects herons.',
    techniques: ['T1490'],
    level: 'low',
    told: { phrases: ['heron'] },
    seen: { platform: 'endpoint-sysmon', logsource: { product: 'windows' }, selection: { Image: 'heron.exe' } },
    falsepositives: ['Zoos'],
    proof: {},
  };

  it.each([
    ['an unknown field', { ...BEHAVIOUR, colour: 'grey' }, 'unknown field colour'],
    ['no proof', { ...BEHAVIOUR, proof: undefined }, 'lacks proof'],
    ['a retired technique', { ...BEHAVIOUR, techniques: ['T1562.001'] }, 'T1562.001 is not a current ATT&CK technique'],
    ['an unknown level', { ...BEHAVIOUR, level: 'grave' }, 'no level grave'],
    ['an unknown platform', { ...BEHAVIOUR, seen: { ...BEHAVIOUR.seen, platform: 'pager' } }, 'no platform pager'],
    ['a word list that is not there', { ...BEHAVIOUR, told: { phrases: ['<herons>'] } }, 'no word list herons'],
    ['a list instead of a map', [], 'must be a map'],
  ])('refuses a behaviour with %s and names its file', (_, content, message) => {
    const compile = (): string =>
      compileKnowledge({
        behaviours: [{ name: 'heron-seen', content }],
        operations: [],
        commands: [],
        techniques: [],
        words: [],
        cues: [],
      });
    expect(compile).toThrow(message);
    expect(compile).toThrow('behaviours/heron-seen.yaml');
  });

  it('refuses an operation without a sentence', () => {
    const content = { 'heron.fly': { phrases: ['fly'], found: [] } };
    const compile = (): string =>
      compileKnowledge({
        behaviours: [],
        operations: [{ name: 'zoo', content }],
        commands: [],
        techniques: [],
        words: [],
        cues: [],
      });
    expect(compile).toThrow('operations/zoo.yaml: heron.fly lacks phrases or found');
  });

  const COMMAND = { title: 'Heron Called', techniques: ['T1490'], level: 'low', found: 'heron call' };

  it.each([
    ['without a command line', [{ ...COMMAND, found: undefined }], 'Heron Called lacks found'],
    [
      'that an earlier one hides',
      [COMMAND, { ...COMMAND, title: 'Heron Fed', words: ['fish'], found: 'heron feed fish' }],
      'Heron Fed is not what "heron feed fish" shows but Heron Called',
    ],
    ['with a retired technique', [{ ...COMMAND, techniques: ['T1562.001'] }], 'T1562.001 is not a current ATT&CK'],
    ['with an unknown field', [{ ...COMMAND, colour: 'grey' }], 'unknown field colour'],
  ])('refuses what a command shows %s', (_, content, message) => {
    const compile = (): string =>
      compileKnowledge({
        behaviours: [],
        operations: [],
        commands: [{ name: 'heron', content }],
        techniques: [],
        words: [],
        cues: [],
      });
    expect(compile).toThrow(message);
    expect(compile).toThrow('commands/heron.yaml');
  });

  it.each([
    ['a retired technique', { 'T1562.001': { why: 'Herons.' } }, 'T1562.001 is not a current ATT&CK technique'],
    ['a technique of another family', { T1490: { why: 'Herons.' } }, 'T1490 is of another family'],
    ['an unknown field', { T1486: { colour: 'grey' } }, 'unknown field colour'],
    ['phrases that nothing proves', { T1486: { phrases: ['heron'] } }, 'phrases without found'],
    ['nothing known', { T1486: {} }, 'neither why nor phrases'],
  ])('refuses a family with %s and names its file', (_, content, message) => {
    const [name = ''] = Object.keys(content).map((id) => (id === 'T1490' ? 'T1486' : id.slice(0, 5)));
    const compile = (): string =>
      compileKnowledge({
        behaviours: [],
        operations: [],
        commands: [],
        techniques: [{ name, content }],
        words: [],
        cues: [],
      });
    expect(compile).toThrow(message);
    expect(compile).toThrow(`techniques/${name}.yaml`);
  });

  it('refuses a word list whose heading names no source', () => {
    expect(() =>
      compileKnowledge({
        behaviours: [],
        operations: [],
        commands: [],
        techniques: [],
        words: [{ name: 'herons', content: '# Birds.\nheron\n' }],
        cues: [],
      }),
    ).toThrow('names no source');
  });

  it('refuses a retired technique in a list of techniques', () => {
    const content = '# Places.\n# Source: ours.\n/heron: T1562.001\n';
    const compile = (): string =>
      compileKnowledge({
        behaviours: [],
        operations: [],
        commands: [],
        techniques: [],
        words: [{ name: 'heron-techniques', content }],
        cues: [],
      });
    expect(compile).toThrow('words/heron-techniques.txt: T1562.001 is not a current ATT&CK technique');
  });
});
