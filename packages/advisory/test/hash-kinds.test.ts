import { generate } from '@tripline/advisory';
import { markdownAdvisory } from './support/documents.js';

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const OTHER = '5a86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00b17';

/** The categories of the logs in which a list of indicators has its first hash looked for. */
async function logsOf(list: string): Promise<readonly (string | undefined)[]> {
  const doc = await markdownAdvisory(
    `# Heron on Windows hosts\n\nThey ran malware on Windows hosts.\n\n# Indicators of compromise\n\n${list}\n`,
  );
  const asking = generate(doc, { targets: [] }).rules.filter(({ yaml }) => yaml.includes(HASH));
  return asking.map(({ yaml }) => /category: (\w+)/.exec(yaml)?.[1]);
}

describe('a hash is looked for in the log of its kind of file', () => {
  it.each([
    [
      'Heronfog payloads are DLLs that rundll32 starts.',
      `| Heronfog payload | ${HASH} |`,
      ['image_load', 'process_creation'],
    ],
    ['Heronfog payloads are DLLs that rundll32 starts.', `| Heronfog tool | ${HASH} |`, ['process_creation']],
    ['Heronfog payloads are not DLLs but programs.', `| Heronfog payload | ${HASH} |`, ['process_creation']],
  ])('as the text tells of all payloads: %s %s', async (told, row, categories) => {
    const list = `${told}\n\n| File | SHA256 |\n|---|---|\n${row}`;
    expect((await logsOf(list)).toSorted()).toEqual(categories);
  });

  it.each([
    [`## DLL samples\n\n- ${HASH}\n- ${OTHER}`, 'image_load'],
    [`Library files:\n\n${HASH}\n${OTHER}`, 'image_load'],
    [
      `Name heron.dll Size 12345 bytes Type PE32 executable (DLL) (GUI) Intel 80386, for MS Windows MD5 ${OTHER.slice(0, 32)} SHA1 ${OTHER.slice(0, 40)} SHA256 ${HASH}`,
      'image_load',
    ],
    [`Drivers:\n\n${HASH}`, 'driver_load'],
    [
      `## Registry keys\n\nHKLM\\SYSTEM\\CurrentControlSet\\Control\\Print\\Monitors\\Fen\\Driver = "fenmon.dll"\n\nSHA256\n\n${HASH}`,
      'process_creation',
    ],
    [`| ${HASH} | https://fen-pics.net/a/77.png |`, 'process_creation'],
    [`${HASH} Loader of the group`, 'process_creation'],
    [`${HASH} Loader with an encrypted payload`, 'process_creation'],
    [
      `rule Heron {\n  meta:\n    description = "Finds Heron DLLs"\n    hash = "${HASH}"\n  condition:\n    true\n}`,
      'image_load',
    ],
  ])('%s', async (list, category) => {
    expect(await logsOf(list)).toEqual([category]);
  });

  it.each([
    `Malicious VBS: ${HASH}`,
    `${HASH} ELF backdoor`,
    `${HASH} (CHM)`,
    `Batch files:\n\n${HASH}\n${OTHER}`,
    `| ${HASH} | Encrypted RAT payload |`,
    `The ZIP archive has these hashes:\n\n${HASH}`,
    `SHA256: ${HASH}\n\nMD5: ${OTHER.slice(0, 32)} (ZIP)`,
    // Tables that lost their rows, one of whose cells looks like a heading.
    `Indicator\n\nIndicator Type\n\nContext\n\n${OTHER}\n\nEXE\n\n${HASH}\n\n### PDF Decoy\n`,
    `Indicator\n\nContext\n\n${HASH}\n\nLNK\n\n${OTHER}\n\nEXE`,
  ])('and in none where that has no log: %s', async (list) => {
    expect(await logsOf(list)).toEqual([]);
  });

  const [MD5, SHA1] = [HASH.slice(0, 32), HASH.slice(0, 40)];
  const NEXT = `${OTHER.slice(0, 32)} ${OTHER.slice(0, 40)} ${OTHER}`;

  it.each([
    [
      `fogarch.rar RAR archive ${MD5} ${SHA1} ${HASH} heron.dll This is the keylogger. ${NEXT} fen.exe Loader`,
      'image_load',
    ],
    [
      `fen.dll Library of the loader ${MD5} ${SHA1} ${HASH} HERON.EXE Loader of the group ${NEXT} kb.rar`,
      'process_creation',
    ],
    [`fen.exe The first one. ${MD5}, ${SHA1}, ${HASH} heron.sys ${NEXT} kb.rar`, 'driver_load'],
  ])(
    'also in a table that lost its lines, by the name right behind all hashes of a file: %s',
    async (row, category) => {
      const table = `MD5 SHA1 SHA256 File name Description ${row} and much more that the page wrote into the same line of its text`;
      expect(await logsOf(table)).toEqual([category]);
    },
  );

  it.each([
    [`File fog.exe ${MD5} ${SHA1} ${HASH} heron.dll ${NEXT}`, 'process_creation'],
    [
      `File heron.dat ${'e'.repeat(9)}${OTHER.slice(9)} fog.exe (the tool) ${MD5} ${SHA1} ${HASH} heron.dll ${NEXT}`,
      'process_creation',
    ],
    [`${MD5} ${SHA1} ${HASH} heron.dll ${NEXT} fog.exe`, 'image_load'],
  ])('or by the side on which a list of names and hashes by turns begins or ends: %s', async (row, category) => {
    const words =
      'Behind it the page has much more that it wrote into the same line of its text and that nobody split into lines again';
    expect(await logsOf(`${row} ${words}`)).toEqual([category]);
  });

  it('and each line of names and hashes by turns is a list of its own', async () => {
    const first = `${OTHER} heronone.exe`;
    const second = `fen.exe ${OTHER.slice(0, 32)} heron.dll ${HASH} fog.exe ${OTHER.slice(0, 40)}`;
    expect(await logsOf(`${first}\n\n${second}`)).toEqual(['image_load']);
  });

  it('and in none where that name is of an archive, or the words behind it call the file an honest one', async () => {
    const tail = `${NEXT} fen.exe Loader of the group and much more that the page wrote into the same line of its text`;
    expect(await logsOf(`File ${MD5} ${SHA1} ${HASH} fogarch.rar ${tail}`)).toEqual([]);
    expect(await logsOf(`File ${MD5} ${SHA1} ${HASH} heron.exe Legitimate and signed binary ${tail}`)).toEqual([]);
  });

  it('also where a further sentence calls something else legitimate', async () => {
    expect(await logsOf(`fenplug.exe (${HASH}) Heron was seen before. FenStrike is a legitimate program.`)).toEqual([
      'process_creation',
    ]);
    expect(await logsOf(`fenplug.exe (${HASH}) is a legitimate program. Heron loads its library.`)).toEqual([]);
  });
});
