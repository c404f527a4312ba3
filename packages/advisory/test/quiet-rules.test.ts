import { type GeneratedRule, generate, read } from '@tripline/advisory';

/** Gives the rules on one log source from a text of this test. */
async function rulesOf(text: string, category: string): Promise<readonly GeneratedRule[]> {
  const { rules } = generate(await read(new TextEncoder().encode(`Amber Swift\n\n${text}\n`)), { targets: [] });
  return rules.filter(({ yaml }) => yaml.includes(`category: ${category}\n`));
}

const setUnder = (...keys: readonly string[]): string =>
  `The intruders set values under ${keys.join(' and ')} to hide.`;
const USER_ASSIST = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\UserAssist';

describe('a rule that everyday logs satisfy', () => {
  it('loses the values that are everyday by themselves, and says which', async () => {
    const [rule] = await rulesOf(setUnder(USER_ASSIST, 'HKLM\\SOFTWARE\\AmberSwift\\Agent\\Install'), 'registry_set');
    expect(rule?.noise).toMatchObject({ recordings: 0 });
    expect(rule?.level).toBe('medium');
    expect(rule?.evidence.map(({ value }) => value)).toEqual(['\\SOFTWARE\\AmberSwift\\Agent\\Install']);
    expect(rule?.description).toMatch(/Values that everyday logs hold are left out: .*UserAssist/);
    expect(rule?.title).toMatch(/ - .*Install$/);
  });

  it('excepts the few programs of Windows that do it every day', async () => {
    const [rule] = await rulesOf(setUnder(USER_ASSIST), 'registry_set');
    expect(rule?.noise).toMatchObject({ recordings: 0 });
    expect(rule?.yaml).toMatch(/filter_main_everyday:\n\s+Image: 'C:\\Windows\\Explorer\.EXE'/i);
    expect(rule?.yaml).toMatch(/condition: selection and not filter_main_everyday/);
    expect(rule?.description).toMatch(/Programs of Windows that do so every day are excepted/);
    expect(rule?.evidence).toContainEqual(expect.objectContaining({ field: 'Image', template: 'everyday-programs' }));
  });

  it('has the place the text gives instead of a name that Windows has, too', async () => {
    const text =
      'The actor side-loads a malicious library: WmiPrvSE.exe was made to load the malicious wmiutils.dll, which was written to C:\\ProgramData\\Swift\\wmiutils.dll before.';
    const rules = await rulesOf(text, 'image_load');
    const pair = rules.find(({ title }) => title.includes('Side-Loading'));
    expect(pair?.yaml).toContain("ImageLoaded|endswith: '\\ProgramData\\Swift\\wmiutils.dll'");
    expect(pair?.evidence).toContainEqual(
      expect.objectContaining({ field: 'ImageLoaded', quote: '\\ProgramData\\Swift\\wmiutils.dll' }),
    );
  });

  it('excepts the place where Windows has a library of that name, where the text gives no place', async () => {
    const text = 'The intruders placed a malicious dwmapi.dll beside conhost.exe, which then sideloads dwmapi.dll.';
    const [pair] = (await rulesOf(text, 'image_load')).filter(({ title }) => title.includes('Side-Loading'));
    expect(pair?.noise).toMatchObject({ recordings: 0 });
    expect(pair?.yaml).toMatch(/filter_main_everyday:\n\s+ImageLoaded\|startswith: 'C:\\Windows\\System32\\\\'/);
  });

  it('gets the level low where nothing narrows it, and says how noisy it is', async () => {
    const [rule] = await rulesOf(setUnder('HKLM\\System\\CurrentControlSet\\Services\\bam'), 'registry_set');
    expect(rule?.level).toBe('low');
    expect(rule?.noise?.recordings).toBeGreaterThan(6);
    expect(rule?.yaml).toContain(
      `Everyday work: ${rule?.noise?.recordings} of ${rule?.noise?.of} recordings of everyday logs hold such an event`,
    );
  });

  it('is not given where half of the recordings hold such an event, and the answer says so', async () => {
    const text = `Amber Swift\n\n${setUnder('HKLM\\SYSTEM\\CurrentControlSet\\Serv')}\n`;
    const { rules, skipped } = generate(await read(new TextEncoder().encode(text)), { targets: [] });
    expect(rules).toEqual([]);
    expect(skipped.find(({ platform }) => platform === 'endpoint-sysmon')?.reason).toMatch(
      /\d+ of \d+ recordings of everyday logs hold such an event/,
    );
  });
});
