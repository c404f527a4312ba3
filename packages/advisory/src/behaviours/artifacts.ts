import type { PlatformId } from '@tripline/sigma';
import { behaviourAt } from '../kinds/behaviour-at.js';
import type { UntypedBehaviour, UntypedKind } from '../model.js';
import { type Passage, sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
import { findLinuxFiles } from './linux-files.js';

const REGISTRY =
  /(?<![\w\\])(?:HKEY_(?:LOCAL_MACHINE|CURRENT_USER|CLASSES_ROOT|USERS|CURRENT_CONFIG)|HKLM|HKCU|HKCR|HKU)(?: ?\([A-Z]+\))?:?\\{1,2}[^\s"'“”‘’<>|,;()[\]]+(?: (?=[^\\\s]{1,24}\\)[^\s"'“”‘’<>|,;()[\]]+){0,6}/g;
const WINDOWS_PATH =
  /(?<![\w\\])(?:[A-Za-z]:|%[A-Za-z_]{3,24}(?:\([A-Za-z0-9]+\))?%)(?:\\{1,2}[^\s\\/:*?"<>|,;“”‘’'[\]]+(?: (?=[^\\\s/:*?"<>|]{1,24}\\)[^\s\\/:*?"<>|,;“”‘’'[\]]+){0,4})*\\{1,2}[^\s\\/:*?"<>|,;“”‘’'()[\]]+\.[A-Za-z0-9]{1,8}(?!\w)/g;
const PIPE = /(?:\\\\\.\\|\\)pipe\\([\w.{}$@*-]{3,80})/gi;
const EVENT_ID = /\b(?:Windows |Security |Sysmon )?Event(?:\s?IDs?|\s?Codes?|ID)\s*[:#=]?\s*(\d{1,5})\b/gi;
const SERVICE =
  /\bservices?\b(?:\s+(?:named|called|name|display name)|\s+with the (?:display )?name(?: of)?)\s*[:=]?\s*["“'‘`]?([A-Za-z][\w.$ -]{2,40}?)(?=["”'’`,;)]|\.(?!\w)|\s+(?:to|that|which|with|for|and|on|in|is|was)\b)/gi;
/** "created the service MarshSvc": the name right after the word, told apart by its capitals. */
const SERVICE_MADE =
  /\b(?:creat|install|register)\w*\b[^.;\n]{0,40}?\bservice\s+["“'‘`]?((?=\w*[a-z]\w*[A-Z])[A-Z]\w{4,40})(?=["”'’`,.;)]|\s)/g;
const TASK =
  /\b(?:scheduled )?tasks?\b(?:\s+(?:named|called|name)|\s+with the name(?: of)?)\s*[:=]?\s*["“'‘`]?([A-Za-z\\][\w.\\$ -]{2,60}?)(?=["”'’`,;)]|\.\s|\s+(?:to|that|which|with|for|and|on|in|is|was)\b)/gi;

const WROTE =
  /\b(?:drop(?:s|ped|ping)?|wr(?:ites?|ote|itten|iting)|creat(?:es?|ed|ing)|cop(?:y|ies|ied|ying)|sav(?:es?|ed|ing)|extract(?:s|ed|ing)?|download(?:s|ed|ing)?|stor(?:es?|ed|ing)|plac(?:es?|ed|ing)|install(?:s|ed|ing)?|deploy(?:s|ed|ing)?|unpack(?:s|ed)?|renam(?:es?|ed)|mov(?:es?|ed)|stag(?:es?|ed|ing)|upload(?:s|ed)?|dump(?:s|ed)?)\b/i;
const LOADED = /\b(?:side-?load(?:s|ed|ing)?|hijack(?:s|ed|ing)?|loads? (?:the )?(?:malicious )?DLL|search order)\b/i;

/** Programs in folders that anybody may write to are there because somebody put them. */
const OWN_PLACE =
  /^(?:[A-Za-z]:\\(?:ProgramData|PerfLogs|Users\\Public|Windows\\(?:Temp|Tasks|Debug|Fonts|Help|Media))|%(?:ProgramData|Public|Temp|Tmp|AllUsersProfile)%)\\(?:[^\\]+\\){0,3}[^\\]+\.(?:exe|dll|scr|ps1|bat|cmd|vbs|js|hta)$/i;
const OTHERS =
  /\b(?:legitimate|exclu(?:de|sion)|white-?list|checks?|looks? for|whether|if|vulnerab\w+|vendor|product|updater?|should|delet\w+)\b/i;

/** Finds what is left on an endpoint: registry keys, files, pipes, services, scheduled tasks; and event ids a page speaks of. */
export function findArtifacts(passages: readonly Passage[]): readonly UntypedBehaviour[] {
  return passages.flatMap((passage) => [
    ...registryKeys(passage),
    ...windowsFiles(passage),
    ...findLinuxFiles(passage),
    ...named(passage, PIPE, 'pipe', 'endpoint-sysmon', 0.9, ['T1570']),
    ...named(passage, SERVICE, 'service', 'endpoint-security', 0.75, ['T1543.003']),
    ...named(passage, SERVICE_MADE, 'service', 'endpoint-security', 0.75, ['T1543.003']),
    ...named(passage, TASK, 'scheduled-task', 'endpoint-security', 0.75, ['T1053.005']),
    ...eventIds(passage),
  ]);
}

function registryKeys(passage: Passage): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  for (const match of passage.text.matchAll(REGISTRY)) {
    const value = match[0].replace(/[.:]+$/, '');
    const at = { start: match.index, end: match.index + value.length };
    const path = value.replaceAll('\\\\', '\\');
    found.push(
      behaviourAt(passage, at, isOnlyRead(passage, at) ? 0.2 : 0.85, {
        kind: 'registry',
        value: path,
        platforms: ['endpoint-sysmon'],
        details: { path, ...autorunProgram(passage, at, path) },
        techniques: registryTechniques(path),
      }),
    );
  }
  return found;
}

const READ =
  /\b(?:quer(?:y|ies|ied|ying)|reads?|reading|check(?:s|ed|ing)?|retriev(?:es?|ed|ing)|obtain(?:s|ed|ing)?|collect(?:s|ed|ing)?|enumerat(?:es?|ed|ing)|fetch(?:es|ed|ing)?|gather(?:s|ed|ing)?|look(?:s|ed|ing)? up|search(?:es|ed|ing)?|from the registry)\b/i;
const CHANGED =
  /\b(?:set(?:s|ting)?|creat(?:es?|ed|ing|ion)|add(?:s|ed|ing)?|writ(?:es?|ten|ing)|wrote|modif(?:y|ies|ied|ying|ication)|chang(?:es?|ed|ing)|delet(?:es?|ed|ing)|disabl(?:es?|ed|ing)|enabl(?:es?|ed|ing)|stor(?:es?|ed|ing)|sav(?:es?|ed|ing)|persist\w*|register(?:s|ed|ing)?|install(?:s|ed|ing)?|updat(?:es?|ed|ing)|autorun|autostart|startup|regedit|reg add)\b/i;

/** Whether the sentence around a key says that it was looked at and nothing that it was changed. */
function isOnlyRead(passage: Passage, at: { readonly start: number; readonly end: number }): boolean {
  const sentence = sentenceAround(passage.text, at.start, at.end);
  const words = `${passage.text.slice(sentence.start, at.start)} ${passage.text.slice(at.end, sentence.end)}`;
  return READ.test(words) && !CHANGED.test(words);
}

const AUTORUN_KEY = /\\CurrentVersion\\(?:Run|RunOnce)\\?$/i;
const STARTED_FILE = /(?<![\w-])[\w-]{3,40}\.(?:exe|dll|vbs|vbe|js|jse|bat|cmd|ps1|hta|lnk)(?!\w)/gi;

const VALUE_NAME =
  /(?:\bvalue (?:named|called|name)?\s*|\bname:\s*|\/v\s+)["“'‘]?((?=[\w-]*(?:[a-z][A-Z]|\d|_))[A-Za-z][\w-]{3,30}|(?<=["“'‘])[A-Z][\w -]{2,30}(?=["”'’]))|\bthe ((?=\w*(?:[a-z][A-Z]|\d))[A-Za-z]\w{3,30}) value\b/g;
/** How far from a bare key its value's name or program may be told. */
const NEAR_KEY = 160;

/** What makes a bare autorun key the actor's: the program told in the same sentence, or the name of the value told near it. */
function autorunProgram(
  passage: Passage,
  at: { readonly start: number; readonly end: number },
  path: string,
): Record<string, string> {
  if (!AUTORUN_KEY.test(path)) return {};
  const sentence = sentenceAround(passage.text, at.start, at.end);
  const words = passage.text.slice(sentence.start, sentence.end);
  const file = [...words.matchAll(STARTED_FILE)].find((match) => !isStockProgram(match[0]));
  if (file !== undefined) return { program: file[0], programAt: String(passage.start + sentence.start + file.index) };
  const started = startedAfter(passage, sentence.end);
  if (started !== undefined) return started;
  const from = Math.max(0, at.start - NEAR_KEY);
  const near = passage.text.slice(from, at.end + NEAR_KEY);
  const value = [...near.matchAll(VALUE_NAME)][0];
  const name = value?.[1] ?? value?.[2];
  if (value === undefined || name === undefined) return {};
  return { valueName: name, valueAt: String(passage.start + from + value.index + value[0].indexOf(name)) };
}

const STARTED =
  /\b(?:automatic(?:ally)?|auto-?(?:run|start)|(?:execut|start|launch|run)\w*\b[^.]{0,40}\b(?:boot|log-?[io]n|start(?:s|up|ed)?|reboot|restart)|persist\w*)\b/i;
/** How far behind a key's sentence the next ones may say what it starts. */
const AFTERWARDS = 260;

/** The program that the sentences after an autorun key's say is started. */
function startedAfter(passage: Passage, end: number): Record<string, string> | undefined {
  const after = passage.text.slice(end, end + AFTERWARDS);
  for (const match of after.matchAll(STARTED_FILE)) {
    if (isStockProgram(match[0])) continue;
    const at = end + match.index;
    const sentence = sentenceAround(passage.text, at, at + match[0].length);
    if (!STARTED.test(passage.text.slice(sentence.start, sentence.end))) continue;
    return { program: match[0], programAt: String(passage.start + at) };
  }
  return undefined;
}

const REGISTRY_TECHNIQUES: readonly (readonly [RegExp, string])[] = [
  [/CurrentVersion\\Run(?:Once|Services|OnceEx)?(?:\\|$)/i, 'T1547.001'],
  [/Winlogon/i, 'T1547.004'],
  [/Image File Execution Options/i, 'T1546.012'],
  [/Active Setup/i, 'T1547.014'],
  [/AppInit_DLLs/i, 'T1546.010'],
  [/InprocServer32|\\CLSID\\/i, 'T1546.015'],
  [/\\Services\\/i, 'T1543.003'],
  [/Control\\Lsa/i, 'T1112'],
  [/Windows Defender/i, 'T1685'],
  [/ms-settings|mscfile|\\shell\\open\\command/i, 'T1548.002'],
  [/Schedule\\TaskCache/i, 'T1053.005'],
  [/Terminal Server/i, 'T1021.001'],
  [/Internet Settings/i, 'T1112'],
];

function registryTechniques(path: string): readonly string[] {
  const own = REGISTRY_TECHNIQUES.filter(([pattern]) => pattern.test(path)).map(([, id]) => id);
  return own.length > 0 ? own : ['T1112'];
}

function windowsFiles(passage: Passage): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  for (const match of passage.text.matchAll(WINDOWS_PATH)) {
    const at = { start: match.index, end: match.index + match[0].length };
    const sentence = sentenceAround(passage.text, at.start, at.end);
    const words = passage.text.slice(sentence.start, sentence.end);
    const path = match[0].replaceAll('\\\\', '\\');
    // A program database is where the author built it; a number behind a dot is a folder's version.
    if (/\.(?:pdb|\d+)$/i.test(path)) continue;
    const loaded = /\.dll$/i.test(path) && LOADED.test(words);
    const wrote = WROTE.test(words) || (OWN_PLACE.test(path) && !OTHERS.test(words));
    if (!wrote && !loaded && passage.block.role !== 'indicators') continue;
    found.push(
      behaviourAt(passage, at, wrote || loaded ? 0.8 : 0.6, {
        kind: loaded ? 'image-load' : 'file',
        value: path,
        platforms: ['endpoint-sysmon'],
        details: { path },
        techniques: loaded ? ['T1574.001'] : [],
      }),
    );
  }
  return found;
}

function named(
  passage: Passage,
  pattern: RegExp,
  kind: UntypedKind,
  platform: PlatformId,
  base: number,
  techniques: readonly string[],
): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  for (const match of passage.text.matchAll(pattern)) {
    const name = (match[1] as string).trim().replace(/[\\.]+$/, '');
    const start = match.index + match[0].lastIndexOf(match[1] as string);
    if (kind !== 'pipe' && !distinctiveName(name, passage.text[start - 1] ?? ' ')) continue;
    if (kind === 'service' && WINDOWS_SERVICE.test(name) && !isMade(passage, start)) continue;
    found.push(
      behaviourAt(passage, { start, end: start + name.length }, base, {
        kind,
        value: name,
        platforms: [platform],
        details: { name },
        techniques,
      }),
    );
  }
  return found;
}

/** Services that every Windows has: told of, they are stopped or abused rather than made. */
const WINDOWS_SERVICE =
  /^(?:print ?notify|wuauserv|bits|spooler|winmgmt|schedule|eventlog|vss|windefend|wscsvc|mpssvc|termservice|lanman(?:server|workstation)|w32time|cryptsvc|dnscache|rpcss|samss|netlogon|trustedinstaller|wsearch|sysmain|themes|fax|sense|wdnissvc|sstpsvc|remoteregistry|winrm|ikeext|msdtc|swprv|appinfo|seclogon)$/i;

function isMade(passage: Passage, start: number): boolean {
  const sentence = sentenceAround(passage.text, start, start);
  return /\b(?:creat|install|regist|add)(?:s|es|ed|ing|ers|ered|ering)?\b/i.test(
    passage.text.slice(sentence.start, start),
  );
}

/** A name outside quotation marks must look like one: inner capital, digit or separator. */
function distinctiveName(name: string, before: string): boolean {
  if (name.length < 4) return false;
  return /["“'‘`]/.test(before) || /[a-z][A-Z]|\d|[_\\$.-]/.test(name);
}

function eventIds(passage: Passage): readonly UntypedBehaviour[] {
  return [...passage.text.matchAll(EVENT_ID)].map((match) => {
    const id = match[1] as string;
    const start = match.index + match[0].length - id.length;
    return behaviourAt(passage, { start, end: start + id.length }, 0.8, {
      kind: 'event-id',
      value: id,
      platforms: ['endpoint-security'],
      details: { eventId: id },
      techniques: [],
    });
  });
}
