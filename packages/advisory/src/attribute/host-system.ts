import type { CommandSystem } from '../model.js';
import { countOfDrives, countOfFolders, countOfMarks } from './marks.js';

const LINUX_MIN = 4;
/** Mentions of Windows below this share of the system's own are only in passing. */
const IN_PASSING = 1 / 6;
/** Characters at a document's beginning that hold its headline. */
const HEADLINE_MAX = 250;

/**
 * The system that a document's hosts run. Most reports are on Windows, so Linux and macOS are chosen only where Windows is at most
 * mentioned in passing; a report whose headline says Linux may name Windows as often, for comparison.
 */
export function hostSystem(text: string): CommandSystem {
  const windows = countOfMarks('marks-of-windows', text) + countOfDrives(text);
  if (isAboutMac(text)) return windows <= countOfMarks('mentions-of-macos', text) ? 'macos' : 'windows';
  const linux = countOfMarks('marks-of-linux', text) + countOfFolders('unix-folders-of-hosts', text);
  const share = isHeadedLinux(text) ? 1 : IN_PASSING;
  return linux >= LINUX_MIN && windows <= linux * share ? 'linux' : 'windows';
}

function isHeadedLinux(text: string): boolean {
  const [headline = ''] = text.trimStart().slice(0, HEADLINE_MAX).split('\n', 1);
  return headline.includes('Linux') && !headline.includes('Windows');
}

/** The system that most of a document is about, for commands that exist on both. */
export function mainSystem(text: string): CommandSystem {
  if (isAboutMac(text)) return 'macos';
  const windows = countOfMarks('mentions-of-windows', text) + countOfDrives(text);
  return countOfMarks('mentions-of-linux', text) > windows ? 'linux' : 'windows';
}

/** Whether a document is about macOS and no other Unix. */
export function isAboutMac(text: string): boolean {
  const mac = countOfMarks('marks-of-macos', text);
  return mac > 2 && mac > 3 * countOfMarks('marks-of-other-unix', text);
}

/** Whether a document mentions macOS at all: only then are its programs and folders macOS's, for `security` is a word and Windows has `/Users/Public` too. */
export function mentionsMac(text: string): boolean {
  return countOfMarks('marks-of-macos', text) > 0;
}
