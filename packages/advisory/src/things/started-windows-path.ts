import { hostSystem } from '../attribute/host-system.js';
import { hasStandIn } from '../draft/stand-in.js';
import { isWindowsOwn, windowsPaths, withoutDrive } from '../kinds/windows-paths.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { trimEndOf } from '../text/ends.js';
import { hasAny } from '../text/shape.js';
import { joined, type Page } from './page.js';
import { isStarted } from './started-file.js';

const PROGRAMS: ReadonlySet<string> = new Set(['exe', 'com', 'scr', 'pif']);
/** Characters of parts that stand for something else, and of short names that differ from host to host. */
const OF_PLACEHOLDERS = '<>[]{}*%~';
/** How many characters before a path may hold the label of a command. */
const LABEL_MAX = 60;
/** Longer rows are no rows. */
const ROW_MAX = 2_000;
const SEEN_IN = 'windows/process-creation';
/** A script's program is its interpreter, whose command line names it. */
const SCRIPT = { thing: 'command-line', title: 'Script Run By Its Path' } as const;

/**
 * Finds programs and scripts of Windows that the text says were run, by the path they lie at: "ran C:\\ProgramData\\hrn.exe", "the command line
 * was: C:\\Users\\[user]\\Downloads\\hrn.exe". Commands with arguments are none of it.
 */
export function findStartedWindowsPaths({ doc }: Page): readonly FoundThing[] {
  if (hostSystem(doc.text) !== 'windows') return [];
  const found = passagesOf(doc).flatMap((passage) => (isProse(passage) ? startedIn(doc.text, passage) : []));
  return joined(found, ({ value }) => value.toLowerCase());
}

/** Whether a passage has sentences. A row of a table may be a whole page that a scrape has run into one line, whose title has a bar. */
function isProse({ block: { type }, text }: Passage): boolean {
  return type === 'paragraph' || (type === 'table-row' && text.length > ROW_MAX);
}

function startedIn(text: string, passage: Passage): readonly FoundThing[] {
  return windowsPaths(passage).flatMap(({ path, at, loaded }): readonly FoundThing[] => {
    const value = withoutDrive(path);
    const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    const isScript = wordSet('script-endings').has(ending);
    if (loaded || !(isScript || PROGRAMS.has(ending)) || isWindowsOwn(path)) return [];
    // A folder of its own makes a name telling: `\hrn.exe` alone is none.
    if (value.lastIndexOf('\\') < 2 || hasAny(value, OF_PLACEHOLDERS) || hasStandIn(value)) return [];
    const span = { start: passage.start + at.start, end: passage.start + at.end };
    if (hasArguments(text, span.end) || !(isStarted(text, span) || isLabelled(text, span.start))) return [];
    return [
      {
        ...(isScript ? SCRIPT : { thing: 'file-path' as const }),
        value,
        deed: 'executed',
        seenIn: SEEN_IN,
        spans: [span],
      },
    ];
  });
}

/** Whether options stand right behind a path: then it is a command, whose kind has it. */
function hasArguments(text: string, end: number): boolean {
  const [separator, next] = text.slice(end, end + 2);
  return separator === ' ' && next !== undefined && '-/"'.includes(next);
}

/** Whether the words right before a path call it a command: "the command line: C:\\…". */
function isLabelled(text: string, start: number): boolean {
  const before = trimEndOf(text.slice(Math.max(0, start - LABEL_MAX), start), ' \n"\'“‘`');
  if (!before.endsWith(':')) return false;
  const lower = before.toLowerCase();
  return LABELS.some((label) => lower.includes(label));
}

const LABELS = ['command line', 'commandline', 'process', 'executed', 'launched'] as const;
