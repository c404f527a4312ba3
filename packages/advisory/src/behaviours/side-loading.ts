import type { UntypedBehaviour } from '../model.js';
import { behaviourAt } from './behaviour-at.js';
import { deedFactor } from './hypothetical.js';
import { type Passage, sentenceAround } from './passage.js';

const LIBRARY = /(?<![\w\\/.-])[\w-]{2,40}(?:\.[\w-]{1,20}){0,2}\.dll(?![\w.-])/gi;
const PROGRAM = /(?<![\w\\/.-])[\w-]{2,40}(?:\.[\w-]{1,20}){0,2}\.exe(?![\w-])/gi;
const SIDE_LOADED =
  /\b(?:side-?load\w*|search[- ]order|hijack\w*|load(?:s|ed|ing)? (?:by|into|the (?:malicious|rogue|fake) (?:dll|library))|which (?:then )?loads|to load)\b/i;
/** These load every library. */
const LOADERS =
  /^(?:rundll32|regsvr32|explorer|svchost|lsass|spoolsv|winlogon|powershell|cmd|msbuild|regasm|dllhost)\.exe$/i;
const CERTAINTY = 0.75;

/**
 * Finds pairs of a program and the library that it was made to load: the one program and the one library of a sentence that tells of it.
 * `details.host` and `details.library` have the names, `details.hostAt` where the program's stands.
 */
export function findSideLoading(passages: readonly Passage[]): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  for (const passage of passages) {
    for (const match of passage.text.matchAll(LIBRARY)) {
      const sentence = sentenceAround(passage.text, match.index, match.index + match[0].length);
      const words = passage.text.slice(sentence.start, sentence.end);
      if (!SIDE_LOADED.test(words)) continue;
      const libraries = new Set([...words.matchAll(LIBRARY)].map(([name]) => name.toLowerCase()));
      const programs = [...words.matchAll(PROGRAM)];
      const program = programs[0];
      if (program === undefined || libraries.size !== 1 || LOADERS.test(program[0])) continue;
      if (programs.some(([name]) => name.toLowerCase() !== program[0].toLowerCase())) continue;
      const at = { start: match.index, end: match.index + match[0].length };
      found.push(
        behaviourAt(passage, at, CERTAINTY * deedFactor(passage, at.start, at.end), {
          kind: 'image-load',
          value: `${program[0]} -> ${match[0]}`,
          platforms: ['endpoint-sysmon'],
          details: {
            host: program[0],
            library: match[0],
            hostAt: String(passage.start + sentence.start + program.index),
          },
          techniques: ['T1574.001'],
        }),
      );
    }
  }
  return found;
}
