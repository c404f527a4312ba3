import { compileKnowledge, findBehaviours } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

const NOTHING = { behaviours: [], operations: [], commands: [], techniques: [], words: [], cues: [] };
const OPENERS = { name: 'clause-openers', content: '# Words.\n# Source: ours.\nwho\nwhich\n' };
const FILLERS = { name: 'fillers', content: '# Words.\n# Source: ours.\nnew\nto\n' };
const VERBS = { name: 'verbs-heron', content: '# Verbs.\n# Source: ours.\nfly\nhold on\n' };

/** Compiles an operation that is told by one phrase. */
function compile(phrase: string, words = [OPENERS, FILLERS, VERBS]): string {
  const content = { 'heron.fly': { phrases: [phrase], found: ['They fly.'] } };
  return compileKnowledge({ ...NOTHING, operations: [{ name: 'zoo', content }], words });
}

describe('a phrase with a word that no text can match', () => {
  it.each([
    ['a sign at its beginning', 'net user /domain', '/domain'],
    ['a sign at its end', 'copy|move ~ heron|admin$', 'admin$'],
    ['a capital', 'Heron lands', 'Heron'],
    ['only joins clauses', 'heron & who flies', 'who'],
    ['is passed over, as an alternative', 'grey|new heron', 'new'],
  ])('is refused, with its file: one that has %s', (_, phrase, word) => {
    expect(() => compile(phrase)).toThrow(
      `operations/zoo.yaml: heron.fly has the phrase "${phrase}", whose word "${word}" no text can match`,
    );
  });

  it('is refused by the line of its word list', () => {
    const broken = { ...VERBS, content: `${VERBS.content}-decode\n` };
    expect(() => compile('@verbs-heron > wing', [OPENERS, FILLERS, broken])).toThrow(
      'whose word "-decode" no text can match',
    );
  });

  it.each(['heron.exe & @verbs-heron', 'fly to heron', 'etc/crontab|lsadump::dcsync ~ heron', '@verbs-heron >1 wing'])(
    'is none where signs stand within the word: %s',
    (phrase) => {
      expect(() => compile(phrase)).not.toThrow();
    },
  );

  it('is refused in techniques and behaviours', () => {
    const techniques = [{ name: 'T1486', content: { T1486: { phrases: ['admin$'], found: ['They did.'] } } }];
    expect(() => compileKnowledge({ ...NOTHING, techniques })).toThrow('techniques/T1486.yaml: T1486 has the phrase');
    const behaviours = [{ name: 'heron-seen', content: { told: { phrases: ['admin$'] } } }];
    expect(() => compileKnowledge({ ...NOTHING, behaviours })).toThrow('behaviours/heron-seen.yaml:');
  });
});

describe('a word of a phrase with signs within', () => {
  const told = async (sentence: string): Promise<readonly string[]> =>
    findBehaviours(await textAdvisory(`The intrusion hit Windows hosts.\n\n${sentence}`)).map(({ value }) => value);

  it('matches the words that a text has in its place', async () => {
    expect(await told('The documents were then transferred to Mega.nz by the intruders.')).toContain(
      'files-sent-to-cloud-storage',
    );
  });

  it.each([
    'The documents were then transferred to Lomega.nz by the intruders.',
    'The ingress tool transfer used Mega.nz for a download of the loader.',
  ])('does not match others: %s', async (sentence) => {
    expect(await told(sentence)).not.toContain('files-sent-to-cloud-storage');
  });
});
