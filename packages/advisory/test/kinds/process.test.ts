import { findBehaviours, generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

async function relationsIn(text: string): Promise<readonly (readonly [string, string])[]> {
  return findBehaviours(await textAdvisory(text)).flatMap((each) =>
    each.kind === 'process-relation' ? [[each.parent.name, each.child.name] as const] : [],
  );
}

describe('which program started which', () => {
  it('is told by an event set out line by line, the parent with its folder', async () => {
    const text =
      'Parent Process: C:\\HeronDesk\\bin\\heronweb.exe\n\nProcess Arguments: cmd /c echo seen\n\nThat was all.';
    expect(await relationsIn(text)).toEqual([['HeronDesk\\bin\\heronweb.exe', 'cmd.exe']]);
  });

  it('is told from the other end', async () => {
    expect(await relationsIn('Then marsh.exe, which was spawned by fen.exe, ran.')).toEqual([['fen.exe', 'marsh.exe']]);
    expect(await relationsIn('It ran marsh.exe as a child process of fen.exe there.')).toEqual([
      ['fen.exe', 'marsh.exe'],
    ]);
  });

  it('is told of several programs at once, and of names with points', async () => {
    expect(await relationsIn('Signs of wscript.exe or mshta.exe spawned from fleet.fenagent.exe were seen.')).toEqual([
      ['fleet.fenagent.exe', 'mshta.exe'],
      ['fleet.fenagent.exe', 'wscript.exe'],
    ]);
    expect(await relationsIn('It ended fentask.exe. Then mshta.exe was spawned by fen.exe.')).toEqual([
      ['fen.exe', 'mshta.exe'],
    ]);
  });

  it('is not told by who made a program’s file', async () => {
    expect(await relationsIn('A file event showed marsh.exe created by fen.exe there.')).toEqual([]);
    expect(await relationsIn('An event showed the process marsh.exe created by fen.exe there.')).toEqual([
      ['fen.exe', 'marsh.exe'],
    ]);
  });

  it('is not told by a parent that starts everything', async () => {
    expect(await relationsIn('Parent Process: C:\\Windows\\explorer.exe\n\nProcess: heron.exe')).toEqual([]);
  });

  it('gives a rule on both', async () => {
    const { rules } = generate(await textAdvisory('The exploit made heronweb.exe spawn cmd.exe at once.'), {
      targets: [],
    });
    const rule = rules.find(({ title }) => title === 'cmd.exe Started By heronweb.exe');
    expect(rule?.yaml).toContain("ParentImage|endswith: '\\heronweb.exe'");
  });
});

describe('a program told by its name alone', () => {
  const programsIn = async (line: string) => {
    const doc = await markdownAdvisory(`# Grey Heron\n\nThe intruders ran:\n\n\`\`\`\n${line}\n\`\`\`\n`);
    return generate(doc, { targets: [] }).rules.filter(({ title }) => title.startsWith('Program Names'));
  };

  it('is one that stands alone after a prompt', async () => {
    expect((await programsIn('C:\\Users\\egret\\Desktop>Marsh-Heron.exe'))[0]?.yaml).toContain('\\Marsh-Heron.exe');
  });

  it('is one whose arguments say nothing', async () => {
    expect((await programsIn('C:\\Users\\egret\\Desktop>marshheron.exe /t 4'))[0]?.yaml).toContain('\\marshheron.exe');
  });

  it('is none that every machine has', async () => {
    expect(await programsIn('C:\\Users\\egret\\Desktop>notepad.exe')).toEqual([]);
  });

  it('is one that the words behind it call the intruders’', async () => {
    const doc = await textAdvisory(
      'A Windows intrusion.\n\nMarshHack.exe, a custom harvesting tool, was compiled in May.',
    );
    expect(generate(doc, { targets: [] }).rules.map(({ title }) => title)).toContain(
      'Program Names Of The Reported Intrusion - MarshHack.exe',
    );
  });

  it('is no program of Windows, and no end of a name with blanks', async () => {
    const doc = await textAdvisory(
      'A Windows intrusion.\n\nThe loader was injected into msdtc.exe and ran from C:\\Users\\Public\\FEN Updates\\FEN Updates.exe then.',
    );
    const yaml = generate(doc, { targets: [] })
      .rules.map((rule) => rule.yaml)
      .join('\n');
    expect(yaml).not.toContain('msdtc');
    expect(yaml).not.toContain("Image|endswith: '\\Updates.exe'");
  });

  it('that is a tool with a build for Unix is looked for there, where the report is on its hosts', async () => {
    const text =
      'The intruders broke into Linux servers by SSH. On each Linux host they used XMRig, edited /etc/crontab and ran crontab -l and chmod +x /tmp/.h.';
    const { rules } = generate(await textAdvisory(text));
    const [tool, ...others] = rules.filter(({ yaml }) => yaml.toLowerCase().includes('xmrig'));
    expect(others).toEqual([]);
    expect(tool?.log).toBe('linux/process-creation');
    expect(tool?.yaml).toContain("Image|endswith: '/xmrig'");
  });
});

describe('a scanner that is at home on Linux', () => {
  const titlesOf = async (text: string) => generate(await textAdvisory(text)).rules.map(({ title }) => title);

  it('is looked for there where the text is on Linux', async () => {
    const text = 'On the Linux hosts the intruders installed masscan and pnscan to look for open ports.';
    expect(await titlesOf(text)).toContain('Reported Attack Or Dual-Use Tool Started On Linux - masscan and pnscan');
  });

  it('is none that readers use', async () => {
    expect(await titlesOf('Administrators can scan their network with masscan on a Linux host.')).toEqual([]);
  });
});

describe('programs that were observed', () => {
  async function programsIn(text: string): Promise<readonly string[]> {
    const about = 'An intrusion on the Windows hosts of a bank.';
    return findBehaviours(await textAdvisory(`${about}\n\n${text}`)).flatMap((each) =>
      each.kind === 'program' ? [each.value] : [],
    );
  }

  it('are the intruder’s, alone or several', async () => {
    expect(await programsIn('We also observed Kfendark.exe (FenView) for acts of a rootkit.')).toEqual([
      'Kfendark.exe',
    ]);
    expect(await programsIn('We observed the use of fenscan.exe and Kfendark.exe on hosts.')).toEqual([
      'fenscan.exe',
      'Kfendark.exe',
    ]);
  });

  it.each([
    'We observed connections to fenapp.exe of the product.',
    'The vendor observed that fenapp.exe is vulnerable.',
    'The product has fenapp.exe, and attacks were observed.',
  ])('are not others that a sentence on something observed names: %s', async (text) => {
    expect(await programsIn(text)).toEqual([]);
  });
});
