import type { UntypedBehaviour } from '../model.js';
import { behaviourAt } from './behaviour-at.js';
import { type Passage, sentenceAround } from './passage.js';

/** Programs that Windows starts at the logon screen for whoever asks. */
const PROGRAM = /(?<![\w-])(?:sethc|utilman|osk|magnify|narrator|displayswitch|atbroker)\.exe(?![\w-])/gi;
const REPLACED = /\b(?:replac|overwr|sticky ?keys|debugger|backdoor|swap|renam|cop(?:y|ied)|abus|hijack|persist)/i;

/** Finds programs of the logon screen that the text says were replaced, which opens a console to whoever sits there. */
export function findAccessibilityAbuse(passages: readonly Passage[]): readonly UntypedBehaviour[] {
  return passages.flatMap((passage) =>
    [...passage.text.matchAll(PROGRAM)].flatMap((match) => {
      const at = { start: match.index, end: match.index + match[0].length };
      const sentence = sentenceAround(passage.text, at.start, at.end);
      if (!REPLACED.test(passage.text.slice(sentence.start, sentence.end))) return [];
      return [
        behaviourAt(passage, at, 0.8, {
          kind: 'process',
          value: match[0],
          platforms: ['endpoint-sysmon'],
          details: { accessibility: match[0].toLowerCase() },
          techniques: ['T1546.008'],
        }),
      ];
    }),
  );
}
