import { pathEnd } from '../kinds/file/mac.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Span } from '../model.js';
import { passageAt } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';
import { isStarted } from './started-file.js';

const LENGTH = { min: 8, max: 200 } as const;
const IN_PATH = '.-_/+';
/** Folders of Unix whose programs are the system's own, and tell nothing by their place. */
const OF_SYSTEM = ['/bin/', '/sbin/', '/usr/bin/', '/usr/sbin/', '/lib/', '/usr/lib/', '/system/', '/proc/'] as const;
/** Files of the system that are read or written, and not run. */
const READ_OR_WRITTEN = ['/etc/', '/var/log/', '/dev/'] as const;
/** Folders that only macOS has. */
const OF_MACOS = ['/Users/', '/Library/', '/Applications/', '/private/'] as const;

/** A script's program is its interpreter, whose command line names it. */
const SCRIPT = { thing: 'command-line', title: 'Script Run By Its Path' } as const;

/** Finds files of Unix that a sentence says were run: "executed /tmp/hrn", "/dev/shm/.h was started". Commands with their options are none of it. */
export function findStartedPaths(page: Page): readonly FoundThing[] {
  const { lower, text } = page;
  const found: FoundThing[] = [];
  for (const start of placesOf(text, '/')) {
    const before = text[start - 1] ?? ' ';
    if (isWordCharacter(before) || '/.:\\~$%*)]}>-'.includes(before)) continue;
    const end = endOf(text, start);
    // A path that a slash ends is a folder.
    if (end - start < LENGTH.min || text[end] === '/' || isOfSystem(lower.slice(start, end))) continue;
    const root = text.slice(start + 1, end).split('/', 1)[0] ?? '';
    const ending = text.slice(text.lastIndexOf('.', end - 1) + 1, end).toLowerCase();
    // What is opened is no program.
    if (!wordSet('file-system-roots').has(root) || wordSet('brought-endings').has(ending)) continue;
    const span = page.spanOf(start, end);
    if (page.blockAt(start)?.type !== 'paragraph' || isArgument(page, span) || !isStarted(page.doc.text, span))
      continue;
    const value = text.slice(start, end);
    const seenIn = logOf(value);
    const shown = wordSet('unix-script-endings').has(ending) ? SCRIPT : ({ thing: 'file-path' } as const);
    found.push({ ...shown, value, deed: 'executed', seenIn, spans: [span] });
  }
  return joined(found);
}

/** The log of the system that has a path. */
function logOf(path: string): string {
  const isMacs = OF_MACOS.some((folder) => path.startsWith(folder));
  return isMacs ? 'macos/process-creation' : 'linux/process-creation';
}

/** Whether a path in small letters is of the system: one of its own programs, or a file that is read or written, scripts of `/etc` and memory's own folder apart. */
function isOfSystem(path: string): boolean {
  if (OF_SYSTEM.some((folder) => path.startsWith(folder))) return true;
  return (
    READ_OR_WRITTEN.some((folder) => path.startsWith(folder)) &&
    !path.startsWith('/dev/shm/') &&
    !path.includes('.d/') &&
    !wordSet('unix-script-endings').has(path.slice(path.lastIndexOf('.') + 1))
  );
}

/** Whether a place lies within a piece of code and not at its beginning: it is what the command there is about. */
function isArgument(page: Page, { start, end }: Span): boolean {
  const code = passageAt(page.doc, start)?.block.code ?? [];
  return code.some((piece) => piece.start < start && end <= piece.end);
}

function endOf(text: string, start: number): number {
  const isMacs = OF_MACOS.some((folder) => text.startsWith(folder, start));
  let end = isMacs ? Math.min(pathEnd(text, start), start + LENGTH.max) : start + 1;
  while (end - start < LENGTH.max && (isWordCharacter(text[end]) || IN_PATH.includes(text[end] ?? ' '))) end += 1;
  while (end > start && '.-/'.includes(text[end - 1] as string)) end -= 1;
  return end;
}
