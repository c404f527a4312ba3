import { startsOf } from '../../knowledge/load.js';
import type { FileWritten } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { startsWithAny } from '../../text/ends.js';
import { hasAnyPart, isMadeOf } from '../../text/shape.js';
import { behaviourAt } from '../behaviour-at.js';

const LAUNCH_FILE =
  /(?:~|\/Users\/[^\s/]{1,32})?\/Library\/Launch(?:Agent|Daemon)s\/[\w-][\w.-]{2,80}\.plist(?!\w)|(?<![\w/.-])com\.[\w-]{2,40}\.[\w.-]{2,60}\.plist(?!\w)/g;
/** Names of examples in documentation, and how others begin. */
const EXAMPLES = new Set(['filename', 'file_name', 'example', 'name', 'label']);
const EXAMPLE_STARTS = ['com.example', 'com.company'] as const;

/** The property lists in a passage by which macOS starts programs. */
export function macLaunchFiles(passage: Passage): readonly FileWritten[] {
  return [...passage.text.matchAll(LAUNCH_FILE)].flatMap((match) => {
    const [path] = match;
    if (isExample(path.slice(path.lastIndexOf('/') + 1, -'.plist'.length).toLowerCase())) return [];
    const at = { start: match.index, end: match.index + path.length };
    const sentence = sentenceAround(passage.text, at.start, at.end);
    const words = passage.text.slice(sentence.start, sentence.end);
    if (!path.includes('/') && !startsOf('launch-words').test(words)) return [];
    const isDaemon = hasAnyPart((path.includes('/') ? path : words).toLowerCase(), ['launchdaemon', 'launch daemon']);
    return [
      behaviourAt(passage, at, 0.8, {
        kind: 'file' as const,
        value: path,
        system: 'macos' as const,
        platforms: ['endpoint-sysmon'] as const,
        techniques: [isDaemon ? 'T1543.004' : 'T1543.001'],
      }),
    ];
  });
}

/** Whether a name without its ending is one of documentation. */
function isExample(name: string): boolean {
  return EXAMPLES.has(name) || (startsWithAny(name, EXAMPLE_STARTS) && isMadeOf(name, '.'));
}
