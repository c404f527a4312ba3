import { behaviourAt } from '../kinds/behaviour-at.js';
import type { CommandLine, UntypedBehaviour } from '../model.js';
import { type Passage, sentenceAround } from '../segment/passage.js';

const LINUX_PATH =
  /(?<![\w./:-])\/(?:etc|tmp|var|usr|opt|root|home|dev\/shm|lib|bin|sbin|boot)\/[\w.@%+-]+(?:\/[\w.@%+-]+)*/g;
/** Files by which Linux starts or lets in whoever writes them, as texts name them without their folder. */
const BARE_FILE =
  /(?<![\w/.~$-])(?:(?:~|\$HOME|\/home\/[\w.<>*-]{1,40})\/)?(?:(?:\.ssh\/)?authorized_keys2?|ld\.so\.preload|(?<=\/)\.(?:bashrc|bash_profile|profile|zshrc))(?![\w/])/g;
/** What a shell's redirection, `tee` or a download option writes. */
const WRITTEN =
  /(?:(?<![\d&<-])>{1,2}|\btee\s(?:-a\s)?|\s(?:-o|-O|--output)\s)\s*["']?((?:~|\$HOME)?\/[\w./@%+-]{3,160})/g;
/** Folders whose files start something: what is put there is told by the folder. */
const STARTING_FOLDER =
  /^\/(?:etc\/cron\.(?:d|daily|hourly|weekly|monthly)|var\/spool\/cron(?:\/crontabs)?|(?:etc|usr\/lib|lib|run)\/systemd\/system|etc\/(?:init|rc\d?|profile|update-motd)\.d)$/;
/** By their names or by the words behind them these are folders, which nobody writes as files. */
const DIRECTORY = /\.(?:wants|requires)$/;
const AS_DIRECTORY = /^\/?["'”’`)]{0,2}(?:\/(?![\w.])|\s+(?:sub-?)?(?:director(?:y|ies)|folders?)\b)/;
const NO_FILE = /^\/(?:dev|proc|sys)\/(?!shm\/)/;

const WROTE =
  /\b(?:drop(?:s|ped|ping)?|wr(?:ites?|ote|itten|iting)|creat(?:es?|ed|ing)|cop(?:y|ies|ied|ying)|sav(?:es?|ed|ing)|extract(?:s|ed|ing)?|download(?:s|ed|ing)?|stor(?:es?|ed|ing)|plac(?:es?|ed|ing)|install(?:s|ed|ing)?|deploy(?:s|ed|ing)?|unpack(?:s|ed)?|renam(?:es?|ed)|mov(?:es?|ed)|stag(?:es?|ed|ing)|upload(?:s|ed)?|dump(?:s|ed)?)\b/i;
const CHANGED =
  /\b(?:append(?:s|ed|ing)?|add(?:s|ed|ing)?|modif(?:y|ies|ied|ying)|inject(?:s|ed|ing)?|insert(?:s|ed|ing)?|tamper(?:s|ed|ing)?|edit(?:s|ed|ing)?|overwr(?:ites?|ote|itten|iting)|hid(?:es|den|ing)?|hook(?:s|ed|ing)?|persist\w*|plant(?:s|ed|ing)?)\b/i;

const TECHNIQUES: readonly (readonly [RegExp, string])[] = [
  [/^\/etc\/cron|^\/var\/spool\/cron/, 'T1053.003'],
  [/^\/etc\/systemd|\/systemd\/system|\.service$/, 'T1543.002'],
  [/authorized_keys2?$/, 'T1098.004'],
  [/ld\.so\.preload$/, 'T1574.006'],
  [/^\/etc\/(?:passwd|shadow)$/, 'T1003.008'],
  [/^\/etc\/(?:rc\.local|init\.d|rc\d?\.d)/, 'T1037.004'],
  [/\/\.(?:bashrc|bash_profile|profile|zshrc)$|^\/etc\/profile/, 'T1546.004'],
  [/^\/etc\/sudoers/, 'T1548.003'],
];

function techniquesOf(path: string): readonly string[] {
  return TECHNIQUES.filter(([pattern]) => pattern.test(path)).map(([, id]) => id);
}

/** Finds files that a passage says were written on Linux: by path, and those that start or let in whoever writes them also by bare name. */
export function findLinuxFiles(passage: Passage): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  const sentenceOf = (start: number, end: number): string => {
    const sentence = sentenceAround(passage.text, start, end);
    return passage.text.slice(sentence.start, sentence.end);
  };
  for (const match of passage.text.matchAll(LINUX_PATH)) {
    const path = match[0].replace(/[.,]+$/, '');
    const at = { start: match.index, end: match.index + path.length };
    if (
      DIRECTORY.test(path) ||
      (!STARTING_FOLDER.test(path) && AS_DIRECTORY.test(passage.text.slice(at.end, at.end + 24)))
    )
      continue;
    const techniques = techniquesOf(path);
    if (techniques.length === 0 && !WROTE.test(sentenceOf(at.start, at.end))) continue;
    found.push(fileAt(passage, at, 0.75, path, techniques));
  }
  for (const match of passage.text.matchAll(BARE_FILE)) {
    const at = { start: match.index, end: match.index + match[0].length };
    const words = sentenceOf(at.start, at.end);
    if (!CHANGED.test(words) && !WROTE.test(words)) continue;
    found.push(fileAt(passage, at, 0.7, match[0], techniquesOf(match[0])));
  }
  return found;
}

function fileAt(
  passage: Passage,
  at: { readonly start: number; readonly end: number },
  base: number,
  path: string,
  techniques: readonly string[],
): UntypedBehaviour {
  return behaviourAt(passage, at, base, {
    kind: 'file',
    value: path,
    platforms: ['endpoint-auditd'],
    details: { path },
    techniques,
  });
}

/** The files that Linux command lines write by redirection, `tee` or a download's output option; each stands within its command. */
export function filesWritten(commands: readonly CommandLine[]): readonly UntypedBehaviour[] {
  return commands.flatMap((command) => {
    const { system, confidence, role } = command;
    if (system !== 'linux') return [];
    return [...command.value.matchAll(WRITTEN)].flatMap((match): readonly UntypedBehaviour[] => {
      const path = match[1] as string;
      if (NO_FILE.test(path)) return [];
      const start = command.start + match.index + match[0].length - path.length;
      return [
        {
          confidence,
          role,
          kind: 'file',
          value: path,
          start,
          end: start + path.length,
          platforms: ['endpoint-auditd'],
          details: { path, written: 'yes' },
          techniques: techniquesOf(path),
        },
      ];
    });
  });
}
