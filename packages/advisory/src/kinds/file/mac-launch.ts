import { tokensOf } from '../../attribute/cues.js';
import { startsOf, wordSet } from '../../knowledge/load.js';
import type { FileWritten, Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { BLANKS, hasEnding, QUOTES, startsWithAny, trimEndOf, trimStartOf } from '../../text/ends.js';
import { hasAnyPart, isMadeOf, stretchesWithout } from '../../text/shape.js';
import { behaviourAt } from '../behaviour-at.js';

const LAUNCH_FILE =
  /(?:~|\/Users\/[^\s/]{1,32})?\/Library\/Launch(?:Agent|Daemon)s\/[\w-][\w.-]{2,80}\.plist(?!\w)|(?<![\w/.-])com\.[\w-]{2,40}\.[\w.-]{2,60}\.plist(?!\w)/g;
/** Names of examples in documentation, and how others begin. */
const EXAMPLES = new Set(['filename', 'file_name', 'example', 'name', 'label']);
const EXAMPLE_STARTS = ['com.example', 'com.company'] as const;

/** The property lists in a passage by which macOS starts programs: by their files, and by labels, after which their files are named. */
export function macLaunchFiles(passage: Passage): readonly FileWritten[] {
  return [...listsNamed(passage), ...listsLabelled(passage)];
}

/** How labels begin, and of how many parts they are at least. */
const LABEL = { starts: ['com.', 'org.', 'net.', 'io.'], parts: 3, longest: 100 } as const;
/** How many words before a label may say that it is one. */
const LABEL_WITHIN = 3;

/** Property lists of which only the label is told: "a launch agent with the label com.heron.fog". */
function listsLabelled(passage: Passage): readonly FileWritten[] {
  const { text } = passage;
  if (passage.block.type === 'code' || !startsOf('launch-words').test(text)) return [];
  return stretchesWithout(text, BLANKS).flatMap(({ text: word, start: from }) => {
    const label = trimEndOf(trimStartOf(word, AROUND), `${AROUND}.`);
    const start = from + word.indexOf(label);
    if (!isLabel(label) || isExample(label.toLowerCase())) return [];
    const sentence = sentenceAround(text, start, start + label.length);
    const before = tokensOf(text.slice(sentence.start, start)).slice(-LABEL_WITHIN);
    if (!before.some((each) => wordSet('before-launch-labels').has(each.text))) return [];
    const words = text.slice(sentence.start, sentence.end);
    if (!hasAnyPart(words.toLowerCase(), LAUNCHED)) return [];
    const isDaemon = hasAnyPart(text.slice(sentence.start, start).toLowerCase(), ['launchdaemon', 'launch daemon']);
    return [launchFile(passage, { start, end: start + label.length }, `${label}.plist`, isDaemon)];
  });
}

const AROUND = `${QUOTES}(),;:`;
const LAUNCHED = [
  'launchagent',
  'launch agent',
  'launchdaemon',
  'launch daemon',
  'persistence agent',
  'launchd',
] as const;

function isLabel(word: string): boolean {
  return (
    word.length <= LABEL.longest &&
    startsWithAny(word, LABEL.starts) &&
    isMadeOf(word, '.-_') &&
    !hasEnding(word, '.plist') &&
    word.split('.').filter((part) => part !== '').length >= LABEL.parts
  );
}

function launchFile(passage: Passage, at: Span, value: string, isDaemon: boolean): FileWritten {
  return behaviourAt(passage, at, 0.8, {
    kind: 'file' as const,
    value,
    system: 'macos' as const,
    platforms: ['endpoint-sysmon'] as const,
    techniques: [isDaemon ? 'T1543.004' : 'T1543.001'],
  });
}

function listsNamed(passage: Passage): readonly FileWritten[] {
  return [...passage.text.matchAll(LAUNCH_FILE)].flatMap((match) => {
    const [path] = match;
    if (isExample(path.slice(path.lastIndexOf('/') + 1, -'.plist'.length).toLowerCase())) return [];
    const at = { start: match.index, end: match.index + path.length };
    const sentence = sentenceAround(passage.text, at.start, at.end);
    const words = passage.text.slice(sentence.start, sentence.end);
    if (!path.includes('/') && !startsOf('launch-words').test(words)) return [];
    const isDaemon = hasAnyPart((path.includes('/') ? path : words).toLowerCase(), ['launchdaemon', 'launch daemon']);
    return [launchFile(passage, at, path, isDaemon)];
  });
}

/** Whether a name without its ending is one of documentation. */
function isExample(name: string): boolean {
  return EXAMPLES.has(name) || (startsWithAny(name, EXAMPLE_STARTS) && isMadeOf(name, '.'));
}
