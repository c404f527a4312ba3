import { generate } from '@tripline/advisory';
import { textAdvisory } from './documents.js';

/** What the rules on written files ask for, of a text about an intrusion on Windows hosts. */
export async function askedOfFiles(text: string): Promise<string> {
  const { rules } = generate(
    await textAdvisory(`An intrusion on the Windows hosts of a bank. The intruders ran malware.\n\n${text}`),
  );
  return rules
    .filter(({ log }) => log === 'windows/file-event')
    .map(({ yaml }) => yaml)
    .join('\n');
}
