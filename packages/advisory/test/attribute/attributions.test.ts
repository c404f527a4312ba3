import { attributions, findEvidence } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

describe('attribution of sentences', () => {
  it('gives every sentence one, with cues that stand in it', async () => {
    const doc = await textAdvisory(
      'The attackers ran a script on Windows. We recommend that administrators disable it. In our lab it was not found.',
    );
    const found = attributions(doc);
    expect(found.map(({ start, end }) => doc.text.slice(start, end))).toHaveLength(3);
    for (const { start, end, spans } of found) {
      for (const span of spans) expect(span.start >= start && span.end <= end).toBe(true);
    }
  });

  it('distinguishes an intruder’s action from advice', async () => {
    const [action, advice] = attributions(
      await textAdvisory('The attackers downloaded a backdoor. We recommend that administrators remove it.'),
    );
    expect(action).toMatchObject({ who: 'intruder', whether: 'did' });
    expect(advice).toMatchObject({ who: 'defender', whether: 'advice' });
  });

  it('names the system that the words speak of', async () => {
    const [sentence] = attributions(await textAdvisory('The attackers listed pods with kubectl in the cluster.'));
    expect(sentence?.where).toBe('container');
  });
});

const WINDOWS = 'The intrusion hit Windows hosts; the Windows loader is heron.exe, a DLL of Windows is spared.';

it('what had happened before something else is no condition', async () => {
  const confidence = async (sentence: string): Promise<number> => {
    const { behaviours } = findEvidence(await textAdvisory(`${WINDOWS}\n\n${sentence}`));
    return Math.max(0, ...behaviours.map((behaviour) => behaviour.confidence));
  };
  const told = await confidence('Once the files were encrypted, the ransomware deleted the volume shadow copies.');
  expect(told).toBeGreaterThan(
    await confidence('Once the files are encrypted, the ransomware deletes the volume shadow copies.'),
  );
});
