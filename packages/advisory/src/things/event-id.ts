import { EVERYDAY, type Log, loadLogs, logById, type Thing } from '@tripline/telemetry';
import { tokensOf } from '../attribute/cues.js';
import { wordRows } from '../knowledge/load.js';
import type { FoundThing, RoleFound } from '../model.js';
import { once } from '../once.js';
import { isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import { fieldsBehind } from './event-fields.js';
import { joined, type Page } from './page.js';

const DIGITS_MAX = 5;
/** How many digits a number has that is an event's without "ID": fewer count something else. */
const BARE_DIGITS = 4;
const BETWEEN = new Set(' \t:=#"\'`“”|');
/** How many characters before an event id may name its channel. */
const CHANNEL_BEFORE = 60;
const DEFAULT_LOG = 'windows/security';
/** Words between a number and the next one of a list of ids. */
const LISTING = new Set(['and', 'or', '&', ',', '/', ',and', ',or']);

/** Finds events of Windows that are named by their ids, with the fields that stand behind them. */
export function findEventIds(page: Page): readonly FoundThing[] {
  const found: FoundThing[] = [];
  for (const at of placesOf(page.lower, 'event')) {
    if (isWordCharacter(page.text[at - 1])) continue;
    let from = labelEnd(page.lower, at);
    while (from !== undefined) {
      const start = valueStart(page.text, from);
      const end = digitsEnd(page.text, start);
      if (end === start) break;
      found.push(thingAt(page, { label: at, start, end }, isBare(page.lower, from)));
      from = nextOfList(page.text, end);
    }
  }
  return joined(found, ({ value, seenIn, beside = [] }) =>
    [value, seenIn, ...beside.map((each) => each.value)].join(' '),
  );
}

/** The end of "event id", "EventIDs" or "event code" at a place; undefined where something else stands there. */
function labelEnd(lower: string, at: number): number | undefined {
  let from = at + 'event'.length;
  if (' _-'.includes(lower[from] ?? '.')) from += 1;
  for (const word of ['ids', 'id', 'codes', 'code']) {
    if (!lower.startsWith(word, from)) continue;
    const end = from + word.length;
    // `EventID7045` of a page that lost its blanks is one too.
    return isWordCharacter(lower[end]) && !isDigit(lower[end]) ? undefined : end;
  }
  return bareEnd(lower, at);
}

/** The end of "event" or "events" right before a number of four digits that is an event's of Windows: "event 4720", "events 4625". */
function bareEnd(lower: string, at: number): number | undefined {
  const end = at + (lower.startsWith('events', at) ? 'events'.length : 'event'.length);
  if (lower[end] !== ' ') return undefined;
  const stop = digitsEnd(lower, end + 1);
  const id = stop - end - 1 === BARE_DIGITS ? Number(lower.slice(end + 1, stop)) : 0;
  return isKnown(id) ? end : undefined;
}

/** The ids that rows of the logs of Windows ask for; those of Sysmon are too short to be told without their log. */
function isKnown(id: number): boolean {
  return asking().has(id);
}

/** Each log but Sysmon's with its rows that ask for an event, by the event's id: a text may name one very often. */
const asking = once((): ReadonlyMap<number, ReadonlyMap<Log, Log['rows']>> => {
  const byId = new Map<number, Map<Log, Log['rows'][number][]>>();
  for (const log of loadLogs().filter((each) => !isSysmon(each))) {
    for (const row of log.rows) {
      for (const id of [row.selection['EventID']].flat()) {
        if (typeof id !== 'number') continue;
        const rows = byId.get(id) ?? new Map<Log, Log['rows'][number][]>();
        rows.set(log, [...(rows.get(log) ?? []), row]);
        byId.set(id, rows);
      }
    }
  }
  return byId;
});

function valueStart(text: string, from: number): number {
  let start = from;
  while (BETWEEN.has(text[start] ?? '') && start - from < 6) start += 1;
  return start;
}

/** The end of a number that is no part of something longer. */
function digitsEnd(text: string, start: number): number {
  let end = start;
  while (isDigit(text[end])) end += 1;
  const isWhole =
    end - start <= DIGITS_MAX && !isWordCharacter(text[end]) && !(text[end] === '.' && isDigit(text[end + 1]));
  return isWhole ? end : start;
}

/** Where the next number of a list of ids may begin: "4738, 4728, and 4670". */
function nextOfList(text: string, end: number): number | undefined {
  let start = end;
  while (start < text.length && !isDigit(text[start]) && start - end < 8) start += 1;
  const between = text.slice(end, start).replaceAll(' ', '').toLowerCase();
  return isDigit(text[start]) && LISTING.has(between) ? start : undefined;
}

/** Whether nothing but "event" or "events" stands before the number. */
function isBare(lower: string, labelEnds: number): boolean {
  return (
    lower.startsWith('event', labelEnds - 'event'.length) || lower.startsWith('events', labelEnds - 'events'.length)
  );
}

function thingAt(
  page: Page,
  { label, start, end }: { label: number; start: number; end: number },
  isBareNumber: boolean,
): FoundThing {
  const value = page.text.slice(start, end);
  const log = logOf(page, label, Number(value));
  const row = log?.rows.find(({ thing }) => thing === 'event-id');
  const beside = fieldsBehind(page, end).filter(
    ({ thing }) => row?.with[thing] !== undefined && mayHave(log, value, thing),
  );
  // The kind of a logon alone narrows nothing.
  const isNarrowed = beside.some(({ thing }) => thing !== 'logon-type');
  const mark = isNarrowed || log === undefined ? undefined : markOf(log, Number(value), isBareNumber);
  return {
    thing: 'event-id',
    value,
    spans: [page.spanOf(start, end)],
    seenIn: log?.id ?? 'windows/sysmon',
    ...(beside.length === 0 ? {} : { beside }),
    ...(mark === undefined ? {} : { mark }),
  };
}

/** Whether an event has a thing in the field that the log's row asks for it. */
function mayHave(log: Log | undefined, id: string, thing: Thing): boolean {
  return log?.id !== DEFAULT_LOG || wordRows('fields-of-security-events').get(thing)?.has(id) !== false;
}

/** The log whose event an id is: the one that the words before it name, else the one whose rows ask for it. */
function logOf(page: Page, label: number, id: number): Log | undefined {
  const before = new Set(
    tokensOf(page.lower.slice(Math.max(0, label - CHANNEL_BEFORE), label)).map(({ text }) => text),
  );
  if (before.has('sysmon')) return loadLogs().find((log) => isSysmon(log) && log.eventIds.includes(id));
  for (const [log, words] of wordRows('event-channels')) {
    if ([...(words ?? [])].some((word) => before.has(word))) return logById(log);
  }
  const others = [...(asking().get(id)?.keys() ?? [])];
  return others.find(({ id: log }) => log === DEFAULT_LOG) ?? others[0];
}

function isSysmon({ channels }: Log): boolean {
  return channels.some((channel) => channel.includes('Sysmon'));
}

/** An event of which every day brings many tells nothing by its id alone; one named in passing must be rarer. */
function markOf(log: Log, id: number, isBareNumber: boolean): RoleFound | undefined {
  const rows = asking().get(id)?.get(log) ?? [];
  const most = EVERYDAY.indexOf(isBareNumber ? 'some' : 'heavy');
  const isRare = rows.some(({ everyday }) => EVERYDAY.indexOf(everyday) < most);
  return isRare || (rows.length === 0 && log.everyday === 'none')
    ? undefined
    : {
        role: 'mentioned',
        because: 'an ordinary day brings many events of this id, and nothing in the text narrows it',
      };
}
