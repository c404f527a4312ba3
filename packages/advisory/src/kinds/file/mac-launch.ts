import type { FileWritten } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { hasAnyPart } from '../../text/shape.js';
import { behaviourAt } from '../behaviour-at.js';

const LAUNCH_FILE =
  /(?:~|\/Users\/[^\s/]{1,32})?\/Library\/Launch(?:Agent|Daemon)s\/[\w-][\w.-]{2,80}\.plist(?!\w)|(?<![\w/.-])com\.[\w-]{2,40}\.[\w.-]{2,60}\.plist(?!\w)/g;
/** Words that must stand near a property list without a folder for it to count as one that starts programs. */
const LAUNCHED = /\bLaunch ?(?:Agent|Daemon)|\bpersist|\blaunchctl\b/i;
/** Names of examples in documentation. */
const EXAMPLE = /(?:^|\/)(?:file_?name|example|name|label|com\.(?:example|company)[\w.]*)\.plist$/i;

/** The property lists in a passage by which macOS starts programs. */
export function macLaunchFiles(passage: Passage): readonly FileWritten[] {
  return [...passage.text.matchAll(LAUNCH_FILE)].flatMap((match) => {
    const [path] = match;
    if (EXAMPLE.test(path)) return [];
    const at = { start: match.index, end: match.index + path.length };
    const sentence = sentenceAround(passage.text, at.start, at.end);
    const words = passage.text.slice(sentence.start, sentence.end);
    if (!path.includes('/') && !LAUNCHED.test(words)) return [];
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
