import { tokensOf } from '../../attribute/cues.js';
import { wordRows, words } from '../../knowledge/load.js';
import { hasWordOf, isListed, listPattern, techniquesOfPlace } from '../../knowledge/word-pattern.js';
import type { CommandLine, FileWritten, Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { bareName } from '../../segment/programs.js';
import { endsWithAny, startsWithAny, trimEndOf } from '../../text/ends.js';
import { behaviourAt } from '../behaviour-at.js';
import { isCalledFolder } from './called-folder.js';

const PATH = listPattern(String.raw`(?<![\w./:-])(?:{linux-folders}|~|\$HOME)\/[\w.@%+-]+(?:\/[\w.@%+-]+)*`, 'g');
/** Files that make Linux start a program or admit a user, as texts name them without their folder. */
const BARE_FILE =
  /(?<![\w/.~$-])(?:(?:~|\$HOME|\/home\/[\w.<>*-]{1,40})\/)?(?:(?:\.ssh\/)?authorized_keys2?|ld\.so\.preload|(?<=\/)\.(?:bashrc|bash_profile|profile|zshrc))(?![\w/])/g;
/** Paths written by a redirection, `tee` or a download option. */
const WRITTEN =
  /(?:(?<![\d&<-])>{1,2}|\btee\s(?:-a\s)?|\s(?:-o|-O|--output)\s)\s*["']?((?:~|\$HOME)?\/[\w./@%+-]{3,160})/g;
/** Ends of folders' names. */
const DIRECTORY_ENDINGS = ['.wants', '.requires'] as const;
const isNoFile = (path: string): boolean =>
  startsWithAny(path, ['/dev/', '/proc/', '/sys/']) && !path.startsWith('/dev/shm/');

const CERTAINTY = { path: 0.75, name: 0.7 } as const;

/** Where a path of a passage below a folder of Linux lies. */
export function linuxPaths(text: string): readonly (Span & { readonly path: string })[] {
  return [...text.matchAll(PATH())].map((match) => {
    const path = trimEndOf(match[0], '.,');
    return { path, start: match.index, end: match.index + path.length };
  });
}

/**
 * The files that a passage says were written on Linux: by path, and those that start programs or admit users also by bare name. Paths of a captioned
 * passage are the intruder's by what stands above it.
 */
export function linuxFiles(passage: Passage, isCaptioned: boolean): readonly FileWritten[] {
  const sentenceOf = ({ start, end }: Span): string => {
    const sentence = sentenceAround(passage.text, start, end);
    return passage.text.slice(sentence.start, sentence.end);
  };
  const byPath = linuxPaths(passage.text).flatMap(({ path: value, ...at }) => {
    if (
      endsWithAny(value, DIRECTORY_ENDINGS) ||
      (!isListed('linux-starting-folders', value) && isCalledFolder(passage.text, at.end))
    )
      return [];
    const techniques = techniquesOfPlace('linux-file-techniques', value);
    if (techniques.length === 0 && !isCaptioned && !isToldToLieThere(sentenceOf(at), value)) return [];
    const file = fileAt(passage, at, CERTAINTY.path, value, techniques);
    // What was put below a name of its own among the programs of the system is none of them, as below a caption.
    return [isCaptioned || isPutAs(passage, at, value) ? { ...file, isCaptioned: true as const } : file];
  });
  const byName = [...passage.text.matchAll(BARE_FILE)].flatMap((match) => {
    const at = { start: match.index, end: match.index + match[0].length };
    const words = sentenceOf(at);
    if (!hasWordOf('files-changed', words) && !hasWordOf('files-written', words)) return [];
    return [fileAt(passage, at, CERTAINTY.name, match[0], techniquesOfPlace('linux-file-techniques', match[0]))];
  });
  return [...byPath, ...byName];
}

/**
 * Whether a sentence says that a file was written, or where one that it calls an intruder's lies: "the implant resides at …". What lies where
 * anyone may write is the intruder's also where it is read: "loads its configuration from /tmp/.fen".
 */
function isToldToLieThere(sentence: string, path: string): boolean {
  if (hasWordOf('files-written', sentence)) return true;
  if (isInOddPlace(path) && hasWordOf('files-read', sentence)) return true;
  return hasWordOf('files-kept', sentence) && hasWordOf('captions-of-intruders', sentence);
}

function isInOddPlace(path: string): boolean {
  return startsWithAny(path, words('linux-shared-folders'));
}

/** How far before a path the verb may stand by which it is the new place of a file: "copies itself to". */
const PUT_WITHIN = 50;
const BEFORE_NEW_PLACE: ReadonlySet<string> = new Set(['as', 'to', 'into']);

/** Whether a file was put at a path that no program known has: "saved as /usr/bin/hrnd". */
function isPutAs({ text }: Passage, { start }: Span, path: string): boolean {
  if (wordRows('programs-linux').has(bareName(path))) return false;
  const before = text.slice(Math.max(0, start - PUT_WITHIN, sentenceAround(text, start, start).start), start);
  return BEFORE_NEW_PLACE.has(tokensOf(before).at(-1)?.text ?? '') && hasWordOf('files-written', before);
}

function fileAt(
  passage: Passage,
  at: Span,
  certainty: number,
  value: string,
  techniques: readonly string[],
): FileWritten {
  return behaviourAt(passage, at, certainty, {
    kind: 'file',
    value,
    system: 'linux',
    platforms: ['endpoint-auditd'],
    techniques,
  });
}

/** Programs whose `-o` names a setting: `esxcli system settings advanced set -o /User/execInstalledOnly`. */
const WITH_SETTINGS = ['esxcli '];

function takesOptions(command: string): boolean {
  return WITH_SETTINGS.some((program) => command.includes(program));
}

/** The files that command lines of Linux and macOS write by redirection, `tee` or a download's output option; each place is within its command. */
export function filesWrittenBy(commands: readonly CommandLine[]): readonly FileWritten[] {
  return commands.flatMap(({ value, start: from, system, confidence, role }) => {
    if (system === 'windows' || takesOptions(value)) return [];
    return [...value.matchAll(WRITTEN)].flatMap((match): readonly FileWritten[] => {
      const written = match[1] as string;
      if (isNoFile(written)) return [];
      const start = from + match.index + match[0].length - written.length;
      return [
        {
          kind: 'file',
          value: written,
          system,
          byCommand: true,
          start,
          end: start + written.length,
          confidence,
          role,
          platforms: system === 'macos' ? ['endpoint-sysmon'] : ['endpoint-auditd'],
          techniques: techniquesOfPlace(system === 'macos' ? 'mac-file-techniques' : 'linux-file-techniques', written),
        },
      ];
    });
  });
}
