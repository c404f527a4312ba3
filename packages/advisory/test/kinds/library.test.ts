import { findBehaviours, generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

async function pairsIn(text: string): Promise<readonly string[]> {
  return findBehaviours(await textAdvisory(text)).flatMap((each) => (each.kind === 'side-loading' ? [each.value] : []));
}

describe('side-loading', () => {
  it.each([
    ['The signed heronview.exe side-loads heronlib.dll from the same folder.', 'heronview.exe -> heronlib.dll'],
    ['They abused the search order so that gulltray.exe takes gullcore.dll.', 'gulltray.exe -> gullcore.dll'],
    ['When ternsync.exe starts, it loads the rogue terncfg.dll.', 'ternsync.exe -> terncfg.dll'],
    [
      'It starts cmd.exe, which copies ternsync.exe and terncfg.dll to a folder, where the library is side-loaded.',
      'ternsync.exe -> terncfg.dll',
    ],
    [
      'The mail holds a signed binary (ternsync.exe). A script copies the binary and terncfg.dll to a folder; the DLL is side-loaded.',
      'ternsync.exe -> terncfg.dll',
    ],
  ])('is a pair of a program and its library: %s', async (text, pair) => {
    expect(await pairsIn(text)).toEqual([pair]);
  });

  it('is told of the program that the sentence before ran', async () => {
    const loads = 'Its sole purpose is to load runheron.dll using LoadLibraryA.';
    expect(await pairsIn(`Once extracted, runfen.exe is executed. ${loads}`)).toEqual(['runfen.exe -> runheron.dll']);
    expect(await pairsIn(`The loader kills fenav.exe. ${loads}`)).toEqual([]);
    expect(await pairsIn(`Then fenav.exe and runfen.exe is executed. ${loads}`)).toEqual([]);
  });

  it('is told of several pairs in their order', async () => {
    const told = 'The actors had fenaa.dll and heronbb.dll sideloaded into xfensvc.exe and yheron.exe';
    const pairs = ['xfensvc.exe -> fenaa.dll', 'yheron.exe -> heronbb.dll'];
    expect(await pairsIn(`${told}, respectively.`)).toEqual(pairs);
    expect(await pairsIn(`${told}.`)).toEqual([]);
    expect(await pairsIn(`${told} and zgull.exe, respectively.`)).toEqual([]);
  });

  it.each([
    ['a program that loads whatever it is given', 'The script loads heronlib.dll by rundll32.exe.'],
    ['two programs in one sentence', 'Both heronview.exe and gulltray.exe load heronlib.dll.'],
    [
      'a program that is gone beside one that loads any library',
      'It ends heronview.exe and each rundll32.exe that has side-loaded heronlib.dll.',
    ],
    [
      'a genuine program of the sentence before, where nothing points back to a program',
      'The mail holds a signed binary (ternsync.exe). Later terncfg.dll is side-loaded.',
    ],
    [
      'two genuine programs before',
      'A signed gulltray.exe and a signed ternsync.exe are there. The binary side-loads terncfg.dll.',
    ],
    ['two libraries in one sentence', 'The program heronview.exe loads heronlib.dll and gullcore.dll.'],
    ['a program beside a library', 'The archive has heronview.exe and heronlib.dll.'],
  ])('is not told by %s', async (_, text) => {
    expect(await pairsIn(text)).toEqual([]);
  });

  it('is read of a long text in a time that grows with the text', async () => {
    const text = `${'The signed heronview.exe is there. '.repeat(2000)}${'The binary side-loads heronlib.dll. '.repeat(2000)}`;
    const doc = await textAdvisory(text);
    const start = process.cpuUsage();
    expect(findBehaviours(doc).filter(({ kind }) => kind === 'side-loading').length).toBeGreaterThan(0);
    const { user } = process.cpuUsage(start);
    expect(user).toBeLessThan(8_000_000);
  });

  it('gives a rule whose values point at both names', async () => {
    const text = 'The signed heronview.exe side-loads heronlib.dll from the same folder.';
    const { rules } = generate(await textAdvisory(text));
    const rule = rules.find(({ title }) => title.startsWith('Reported Side-Loading'));
    const quotes = rule?.evidence.flatMap((each) => ('quote' in each ? [each.quote] : []));
    expect(quotes).toEqual(['heronview.exe', 'heronlib.dll']);
  });

  it('is not sought where programs are installed, nor by its name alone', async () => {
    const text = 'The signed heronview.exe side-loads heronlib.dll. It lay in the user’s Downloads folder on Windows.';
    const { rules } = generate(await textAdvisory(text));
    expect(rules.find(({ title }) => title.startsWith('Reported Side-Loading'))?.yaml).toContain(
      "filter_main_installed:\n        Image|startswith:\n            - 'C:\\Program Files\\\\'",
    );
    expect(rules.map(({ title }) => title).join()).not.toContain('Library Of Reported Name');
  });

  it('is sought everywhere where the text has it among installed programs', async () => {
    const text =
      'The signed heronview.exe side-loads heronlib.dll. It was written to C:\\Program Files\\Heron\\heronlib.dll on Windows.';
    const { rules } = generate(await textAdvisory(text));
    const pair = rules.find(({ title }) => title.startsWith('Reported Side-Loading'));
    expect(pair?.yaml).not.toContain('filter_main');
  });

  it('is looked for by the path that the text gives', async () => {
    const text = 'Windows. The service sideloads the library C:\\ProgramData\\HRN\\heroncore.dll at start.';
    const { rules } = generate(await textAdvisory(text));
    expect(rules.map(({ yaml }) => yaml).join('\n')).toContain(
      "ImageLoaded|endswith: '\\ProgramData\\HRN\\heroncore.dll'",
    );
  });
});

describe('a list of the files of an archive', () => {
  const listed = async (lead: string, entries: string): Promise<string> => {
    const { rules } = generate(await markdownAdvisory(`# Heron on Windows\n\n${lead}\n\n${entries}\n`));
    return rules.map(({ title }) => title).join();
  };

  it.each([
    ['It contains:', '- fenphone.exe: legitimate executable used for side-loading\n- fencodec.dll: trojanized loader'],
    [
      'The archive is used for DLL sideloading:',
      '- fencodec.dll - the loader\n- fenphone.exe - a signed benign program',
    ],
  ])('pairs its genuine program with its library, where side-loading is told: %s', async (lead, entries) => {
    expect(await listed(lead, entries)).toContain('fenphone.exe Loading fencodec.dll');
  });

  it.each([
    ['It contains:', '- fenphone.exe: legitimate executable\n- fencodec.dll: trojanized loader'],
    ['It is used for side-loading:', '- fenphone.exe: the loader\n- fencodec.dll: a library'],
    ['It is used for side-loading:', '- fenphone.exe: legitimate\n- fencodec.dll: loader\n- fenhid.dll: decoy'],
  ])('pairs nothing where it is not told, or which are meant: %s %s', async (lead, entries) => {
    expect(await listed(lead, entries)).not.toContain('Loading');
  });
});

describe('names of libraries', () => {
  it('are not looked for where a tool made them of an address in memory', async () => {
    const text = 'The intruders loaded a library.\n\nIndicators of compromise\n\nheronlib.dll\n180000000.dll\n';
    const { rules } = generate(await textAdvisory(text));
    const loaded = rules.find(({ log }) => log === 'windows/image-load');
    expect(loaded?.yaml).toContain('heronlib.dll');
    expect(loaded?.yaml).not.toContain('180000000');
  });
});
