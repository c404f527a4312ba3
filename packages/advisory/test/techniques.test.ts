import { readFileSync } from 'node:fs';
import {
  type AdvisoryDocument,
  findBehaviours,
  findTechniques,
  generate,
  parseTechniqueModel,
  type StoredTechniqueModel,
} from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

/** Where the model is trained, which no package ships. */
const TRAINING = new URL('../../../bench/eval/learning/train-technique-model.mjs', import.meta.url).href;

async function techniquesIn(text: string): Promise<ReadonlyMap<string, number>> {
  const doc = await textAdvisory(text);
  return new Map(findTechniques(doc, findBehaviours(doc)).map(({ id, confidence }) => [id, confidence]));
}

describe('ids written in an advisory', () => {
  it('are all listed, retired ones as their successors', async () => {
    const found = await techniquesIn('Mapped to T1059.001, T1562.008 and T1105 by the analysts; T9999 never was one.');
    expect([...found].filter(([, confidence]) => confidence >= 0.95).map(([id]) => id)).toEqual(
      expect.arrayContaining(['T1059.001', 'T1685.002', 'T1105']),
    );
    expect(found.has('T9999')).toBe(false);
  });

  it('are found where a table lost its blanks, with the parent that stands there for certain', async () => {
    const found = await techniquesIn(
      'Pass the HashTechniqueT1550.002https://example.org/x was seen next to the ATT&CK table.',
    );
    expect(found.get('T1550.002')).toBeGreaterThanOrEqual(0.95);
    expect(found.get('T1550')).toBeGreaterThanOrEqual(0.95);
  });

  it('are not read out of longer names', async () => {
    const found = await techniquesIn('The lab calls the board XT1059 and its successor T10591; part number T1105A.');
    expect([...found.values()].filter((confidence) => confidence >= 0.95)).toEqual([]);
  });
});

describe('techniques', () => {
  it('point at the words that tell them and are ordered by confidence', async () => {
    const doc = await textAdvisory(
      'The loader injects its payload into the explorer process. Later it walks through every directory and lists files.',
    );
    const found = findTechniques(doc, findBehaviours(doc));
    const injection = found.find(({ id }) => id === 'T1055');
    expect(injection?.spans.map(({ start, end }) => doc.text.slice(start, end)).join(' ')).toMatch(/inject/);
    const confidences = found.map(({ confidence }) => confidence);
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
    expect(confidences.every((confidence) => confidence >= 0 && confidence <= 1)).toBe(true);
  });

  it('stand under their parent where words alone do not tell a sub-technique from its siblings', async () => {
    const doc = await textAdvisory('The server kept it in an alternate data stream. Others tried credential stuffing.');
    const found = findTechniques(doc, findBehaviours(doc));
    const under = found.flatMap(({ id, subtechniqueUnsure = [] }) => subtechniqueUnsure.map((sub) => ({ id, sub })));
    expect(under.length).toBeGreaterThan(0);
    for (const { id, sub } of under) {
      expect(sub.id.startsWith(`${id}.`)).toBe(true);
      expect(found.map((each) => each.id)).not.toContain(sub.id);
      expect(sub.confidence).toBeLessThan(0.75);
    }
  });

  it('are certain where their id is written', async () => {
    const doc = await textAdvisory('The thread is suspended and resumed (T1055.003).');
    const found = findTechniques(doc, findBehaviours(doc));
    expect(found.find(({ id }) => id === 'T1055.003')?.confidence).toBeGreaterThanOrEqual(0.95);
    expect(found.flatMap(({ subtechniqueUnsure = [] }) => subtechniqueUnsure.map(({ id }) => id))).not.toContain(
      'T1055.003',
    );
  });

  it('of hosts only get a low confidence where a document is about a cloud', async () => {
    const words = 'The intruder injected the payload into a running process by process injection.';
    const operations =
      'CloudTrail shows that the AWS access key called CreateUser, CreateAccessKey, AttachUserPolicy, ListUsers, ListBuckets, StopLogging, RunInstances, CreateLoginProfile, DeleteTrail, PutBucketPolicy and CreateKeyPair.';
    const alone = await techniquesIn(words);
    const inCloud = await techniquesIn(`${operations}\n\n${words}`);
    expect(alone.get('T1055')).toBeGreaterThan(0);
    expect(inCloud.get('T1055')).toBeLessThan((alone.get('T1055') as number) / 2);
    expect(inCloud.get('T1098.001')).toBeGreaterThan(0.5);
  });
});

describe('answer and rules', () => {
  it('name the same techniques', async () => {
    const doc = await textAdvisory(
      'The intruder ran `vssadmin.exe delete shadows /all /quiet` on the Windows file server, then `whoami /priv` and `nltest /domain_trusts`.',
    );
    const { rules, techniques } = generate(doc);
    expect(rules.length).toBeGreaterThan(0);
    const listed = techniques.map(({ id }) => id);
    expect(rules.flatMap((rule) => rule.techniques).filter((id) => !listed.includes(id))).toEqual([]);
  });

  it('name none where the text does not say what an indicator served, and say so', async () => {
    const hash = '3f0d6c5c3b1f9a1c6d1f6a1b1d5c7e9f00112233445566778899aabbccddeeff';
    const { rules } = generate(await textAdvisory(`The file has the SHA-256 ${hash}.`));
    expect(rules.map(({ techniques, description }) => ({ techniques, description }))).toEqual([
      { techniques: [], description: expect.stringContaining('It names no technique, since') },
    ]);
  });

  it('say nothing of what a technique would matter for that they do not name', async () => {
    const { rules } = generate(await textAdvisory('The actor’s file is Win32.Backdoor.FenLevy in our product.'));
    expect(rules.map(({ techniques, description }) => ({ techniques, description }))).toEqual([
      {
        techniques: [],
        description:
          'Detects what the advisory reports in the Antivirus: threat found by an antivirus product. It names no technique, since the advisory does not say what this served.',
      },
    ]);
  });
});

it('a rule that names no technique does not say why one matters', async () => {
  const { rules } = generate(await textAdvisory('Intruders came. The file is found as Win32.Backdoor.Marshfen.'));
  expect(rules.map(({ techniques, description }) => ({ techniques, description }))).toEqual([
    { techniques: [], description: expect.stringMatching(/antivirus product\. It names no technique/) },
  ]);
});

const HABITS: readonly (readonly [string, string])[] = [
  ['T1113', 'The implant photographs the desktop and keeps the pictures'],
  ['T1082', 'The implant asks for the processor and the memory of the machine'],
];
const PLACES = [
  'at noon',
  'in spring',
  'over lunch',
  'for a client',
  'on Mondays',
  'at the mill',
  'by the sea',
  'in town',
];

async function trainingSet(): Promise<readonly { readonly doc: AdvisoryDocument }[]> {
  const documents = [];
  for (const [at, place] of PLACES.entries()) {
    const told = HABITS.filter((_, index) => (at + index) % 2 === 0 || at > 5);
    const text = [
      `A ship came in ${place}.`,
      ...told.map(([, words]) => `${words} ${place}.`),
      'Nobody saw it leave.',
    ].join('\n\n');
    const doc = await textAdvisory(text);
    const spans = told.map(([id, words]) => {
      const start = doc.text.indexOf(words);
      return { id, start, end: start + words.length };
    });
    documents.push({ doc, behaviours: [], techniques: told.map(([id]) => id), spans });
  }
  return documents;
}

describe('training', () => {
  it('learns words that no table has, and is the same every time', async () => {
    const { trainTechniqueModel } = (await import(TRAINING)) as {
      trainTechniqueModel: (documents: readonly object[], source: string) => StoredTechniqueModel;
    };
    const documents = await trainingSet();
    const stored = trainTechniqueModel(documents, 'samples of this test');
    expect(trainTechniqueModel(documents, 'samples of this test')).toEqual(stored);
    expect(stored.labels).toEqual(['T1082', 'T1113']);

    const doc = await textAdvisory('Every hour the implant photographs the desktop.\n\nA letter arrived.');
    const confidence = (model: StoredTechniqueModel): number =>
      findTechniques(doc, [], parseTechniqueModel(model)).find(({ id }) => id === 'T1113')?.confidence ?? 0;
    expect(confidence(stored)).toBeGreaterThan(0.3);
    expect(confidence({ ...stored, words: {} })).toBeLessThan(0.1);
  });
});

describe('the shipped technique model', () => {
  const text = readFileSync(new URL('../data/technique-model.json', import.meta.url), 'utf8');
  const stored = JSON.parse(text) as StoredTechniqueModel;

  it('names its source and holds figures over words and pairs only, never text', () => {
    expect(stored.source).toMatch(/TRAM/);
    const words = Object.keys(stored.words);
    expect(words.length).toBeGreaterThan(1000);
    expect(words.filter((word) => word.split(' ').length > 2 || word.length > 60)).toEqual([]);
    expect(text.length).toBeLessThan(500_000);
  });
});
