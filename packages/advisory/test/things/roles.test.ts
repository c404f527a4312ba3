import { findEvidence, generate, type JudgedThing } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

const STORY =
  '# Heron\n\nThe loader heron.exe of the intruders ran on Windows. Its panel is hxxp://heron-fog[.]site/panel/in.php.';

async function thingsOf(text: string): Promise<readonly JudgedThing[]> {
  return findEvidence(await markdownAdvisory(`${STORY}\n\n${text}\n`)).things;
}

async function roleOf(text: string, value: string): Promise<string | undefined> {
  return (await thingsOf(text)).find((each) => each.value === value)?.role;
}

describe('an address on a host that everybody uses', () => {
  it.each([
    [
      'a request to it',
      'The loader sends a request to https://www.microsoft.com before it goes on.',
      'www.microsoft.com',
    ],
    [
      'a request that the paragraph before it introduces',
      'Then it changes the mailbox by sending an HTTP POST request to:\n\nhttps://mail.google.com/mail/u/0/?view=up&act=prefs',
      'mail.google.com/mail/u/0/?view=up&act=prefs',
    ],
    [
      'a command that fetches it',
      'Its commands were:\n\n```\ncertutil.exe -urlcache -split -f https://www.google.com/robots.txt C:\\PerfLogs\\t\n```',
      'www.google.com/robots.txt',
    ],
  ])('is abused where the text tells %s', async (_what, text, value) => {
    expect(await roleOf(text, value)).toBe('abused');
  });

  it.each([
    [
      'the sentence around it tells the intrusion',
      'The intruders deleted the shadow copies with a tool of [Microsoft](https://learn.microsoft.com/tools/heron) and encrypted all files.',
      'learn.microsoft.com/tools/heron',
    ],
    [
      'it is a source',
      'The intruders sent a request to the panel. More is written on it here: https://en.wikipedia.org/wiki/Heron_panel',
      'en.wikipedia.org/wiki/Heron_panel',
    ],
    [
      'readers are told to reach it',
      'Administrators should download the update from https://www.microsoft.com/download/heron and install it.',
      'www.microsoft.com/download/heron',
    ],
  ])('is only mentioned where %s', async (_why, text, value) => {
    expect(await roleOf(text, value)).not.toBe('abused');
    expect(await roleOf(text, value)).not.toBe('intruders');
  });
});

describe('a ransom note of a name that everybody’s programs use', () => {
  const NOTE = 'The ransomware encrypts the files and drops the ransom note readme.txt into every folder.';

  it('is the intruder’s, and a hint', async () => {
    expect(await roleOf(NOTE, 'readme.txt')).toBe('intruders');
    const { rules } = generate(await markdownAdvisory(`${STORY}\n\n${NOTE}\n`));
    expect(rules.filter(({ yaml }) => yaml.includes('readme.txt')).map(({ level }) => level)).toEqual(['low']);
  });

  it('is not found in the name of an encrypted file', async () => {
    const text = 'The ransomware encrypts the files. The ransom note lies beside readme.txt.heronlocked afterwards.';
    expect(await roleOf(text, 'readme.txt')).toBeUndefined();
  });
});
