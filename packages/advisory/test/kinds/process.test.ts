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
});
