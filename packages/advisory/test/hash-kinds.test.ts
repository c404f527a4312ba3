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
    [`## DLL samples\n\n- ${HASH}\n- ${OTHER}`, 'image_load'],
    [`Library files:\n\n${HASH}\n${OTHER}`, 'image_load'],
    [
      `Name heron.dll Size 12345 bytes Type PE32 executable (DLL) (GUI) Intel 80386, for MS Windows MD5 ${OTHER.slice(0, 32)} SHA1 ${OTHER.slice(0, 40)} SHA256 ${HASH}`,
      'image_load',
    ],
    [`Drivers:\n\n${HASH}`, 'driver_load'],
    [`${HASH} Loader of the group`, 'process_creation'],
  ])('%s', async (list, category) => {
    expect(await logsOf(list)).toEqual([category]);
  });

  it.each([`Malicious VBS: ${HASH}`, `${HASH} ELF backdoor`, `${HASH} (CHM)`, `Batch files:\n\n${HASH}\n${OTHER}`])(
    'and in none where that has no log: %s',
    async (list) => {
      expect(await logsOf(list)).toEqual([]);
    },
  );
});
