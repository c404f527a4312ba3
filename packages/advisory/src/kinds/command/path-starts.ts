import { isLetter, isWordCharacter } from '../../text/characters.js';
import { BLANKS, startsWithAny, trimStartOf, withoutLast } from '../../text/ends.js';
import { isMadeOf, stretchesWithout } from '../../text/shape.js';
import { leading } from '../../text/stretches.js';

const HIVES: ReadonlySet<string> = new Set(['HKLM', 'HKCU', 'HKCR', 'HKU']);
const WHOLE_HIVE = 'HKEY_';

/** The hive that a registry key begins with, with its colon and without the backslash behind it; undefined where there is none. */
export function hiveOf(key: string): string | undefined {
  const written = key.split('\\', 1)[0] ?? '';
  const name = withoutLast(written, ':').toUpperCase();
  const isWhole = name.startsWith(WHOLE_HIVE) && isMadeOf(name.slice(WHOLE_HIVE.length), '');
  return written.length < key.length && (isWhole || HIVES.has(name)) ? written : undefined;
}

/** The length of what a path of Windows begins with, up to its first folder: a drive, a variable, a share's backslashes; 0 where it has none. */
export function windowsRootLength(path: string): number {
  if (path.startsWith('\\\\')) return 2;
  if (isLetter(path[0]) && path.startsWith(':\\', 1)) return 3;
  const [before, name = '', behind] = path.split('%', 3);
  return before === '' && isMadeOf(name, '') && behind?.startsWith('\\') === true ? name.length + 3 : 0;
}

/** How paths begin that only Unix has. */
const UNIX_STARTS = ['tmp', 'etc', 'bin', 'usr', 'var', 'dev', 'home', 'root', 'opt', 'proc']
  .map((folder) => `/${folder}/`)
  .concat('~/', './');
/** What may stand before a path: white space, quotation marks, and signs of assignment and redirection. */
const BEFORE_PATH = `${BLANKS}"'=>`;

/** Whether a command names a path that only Unix has. */
export function hasUnixPath(command: string): boolean {
  return stretchesWithout(command, BEFORE_PATH).some(({ text }) => startsWithAny(text, UNIX_STARTS));
}

/** Whether the output of a command goes into a shell: `| sh`, `|bash`. The shells' names are in small letters. */
export function pipesIntoShell(command: string): boolean {
  const behind = command.split('|').slice(1);
  return behind.some((part) => ['sh', 'bash'].includes(leading(trimStartOf(part, BLANKS), isWordCharacter)));
}
