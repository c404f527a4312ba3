import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function antivirus(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(text));
  return rules
    .filter(({ log }) => log === 'network/antivirus')
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('names of threats that are known by their form', () => {
  it.each([
    ['platform, kind, family', 'Our platform has Win32.Backdoor.FenLevy for it.', 'Win32.Backdoor.FenLevy'],
    ['kind, platform, family', 'Protection\n\nBackdoor.Win32.FENLEVY.ENC', 'Backdoor.Win32.FENLEVY.ENC'],
    [
      'with a number of the signature',
      'A signature was released:\nWin.Dropper.FenLevy-99014-0',
      'Win.Dropper.FenLevy-99014-0',
    ],
  ])('give a rule on what antivirus products found: %s', async (_, text, expected) => {
    expect(await antivirus(text)).toContain(`'${expected}'`);
  });

  it.each([
    ['a family of everybody', 'The actor’s file is Trojan.Win32.Agent here.'],
    ['the file that tests products', 'The actor’s file is Win32.Virus.Eicar here.'],
    ['a namespace of code', 'The actor’s code has System.Win32.Registry and Microsoft.Win32.Backdoor in it.'],
    ['a short counter', 'The actor’s file is Trojan.Win32.abc here.'],
  ])('are none for %s', async (_, text) => {
    expect(await antivirus(text)).toBe('');
  });

  it('are no hosts where their last part is a country’s', async () => {
    const text = 'The intruder’s file is Trojan.Win64.FENLEVY.BE here, and it calls Trojan.fenlevy.be.';
    const { rules } = generate(await textAdvisory(`Indicators of compromise of the Windows intrusion\n\n${text}`));
    const yaml = rules.map((rule) => rule.yaml).join('\n');
    expect(yaml).toContain("'Trojan.Win64.FENLEVY.BE'");
    expect(yaml).toContain("'trojan.fenlevy.be'");
    expect(yaml).not.toContain('win64.fenlevy');
  });
});
