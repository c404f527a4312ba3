import { createHash } from 'node:crypto';
import { type Level, platformOfLogsource } from '@tripline/sigma';
import { type Log, logById, NUMBER_THINGS, type Row } from '@tripline/telemetry';
import { firstOf } from '../draft/cut.js';
import type { DraftItem, RuleDraft } from '../draft/rule-draft.js';
import { distinct, groupBy, titleNaming, titleOf } from '../draft/text.js';
import { whyItMatters } from '../draft/why.js';
import { wordRows, wordTexts } from '../knowledge/load.js';
import type { AdvisoryDocument, FoundThing, JudgedThing, ThingNotKept, ThingRole } from '../model.js';
import { capitalised } from '../text/shape.js';
import { logsOf, rowOf } from './choose-row.js';
import { filledRow } from './fill-row.js';
import { takenBy } from './taken.js';

/** Longer lists belong in a lookup, not in a rule. */
const VALUES_MAX = 200;
const DRAFTED: ReadonlySet<ThingRole> = new Set(['intruders', 'abused', 'partly-placeholder']);
/** How sure it is that the intruder's thing shows in its log. */
const CONFIDENCE = { told: 0.6, listed: 0.5 } as const;
const FALSE_POSITIVES = ['Indicators age: names and addresses change hands', 'Others who use the same thing'];
/** Things of which many are told at once; each of the others has a deed and a rule of its own. */
const LISTS: ReadonlySet<string> = new Set([
  ...['url', 'domain', 'ip-address', 'url-path', 'user-agent', 'file-name', 'file-extension', 'cookie'],
  ...['certificate-serial', 'certificate-thumbprint', 'certificate-subject', 'mail-address', 'mail-attachment'],
  ...['library-hash', 'threat-name', 'alert-type'],
]);

/** Things that are others' too, or that change from one intrusion to the next. */
const HINTS: ReadonlySet<string> = new Set(['domain', 'ip-address', 'port', 'library-hash', 'file-hash']);

/** Things whose values beside them are theirs alone. */
const HOLD_OTHERS: ReadonlySet<string> = new Set(['event-id', 'url-path']);

/** A thing with the row that shows it. */
interface Shown {
  readonly found: JudgedThing;
  readonly row: Row;
}

/** What is drafted of things, and what is not. */
export interface ThingDrafts {
  readonly drafts: readonly RuleDraft[];
  readonly notKept: readonly ThingNotKept[];
}

/**
 * Drafts rules on the things that no other draft has taken: one list rule for each log, and one for each deed that is told by itself. Whatever
 * gives no rule is told with the reason.
 */
export function draftThings(
  doc: AdvisoryDocument,
  things: readonly JudgedThing[],
  others: readonly RuleDraft[],
  onHosts: boolean,
): ThingDrafts {
  const fits = logsOf(doc, onHosts);
  const isTaken = takenBy(others);
  const shown: Shown[] = [];
  const notKept: ThingNotKept[] = [];
  for (const found of things) {
    const row = rowOf(found, fits);
    const reason = whyNot(found, row, isTaken);
    if (reason !== undefined) notKept.push(notKeptOf(found, reason));
    else if (row !== undefined) shown.push({ found, row });
  }
  const told = besideOthers(shown);
  const isAlone = ({ found }: Shown): boolean => !told.has(`${found.thing} ${found.value}`);
  const lists = shown.filter((each) => LISTS.has(each.found.thing) && isAlone(each));
  const alone = shown.filter((each) => !LISTS.has(each.found.thing) && isAlone(each));
  return {
    drafts: [
      ...[...groupBy(lists, keyOfList).values()].map((group) => draftOf(group, 'list')),
      ...[...groupBy(alone, keyOfDeed).values()].map((group) => draftOf(group, 'deed')),
    ],
    notKept,
  };
}

/** What stands beside an event or a request in its rule: it is no rule by itself. */
function besideOthers(shown: readonly Shown[]): ReadonlySet<string> {
  return new Set(
    shown.flatMap(({ found }) =>
      HOLD_OTHERS.has(found.thing) ? (found.beside ?? []).map(({ thing, value }) => `${thing} ${value}`) : [],
    ),
  );
}

/** Why a thing gives no rule of its own; undefined where it does. */
function whyNot(
  found: JudgedThing,
  row: Row | undefined,
  isTaken: (found: JudgedThing) => boolean,
): string | undefined {
  if (!DRAFTED.has(found.role) || found.isLeftOut === true) return found.because;
  if (found.isCut === true) return 'its value may have been cut';
  if (row === undefined) return 'no log of the systems in the text shows it';
  if (isTaken(found)) return 'another rule has it already';
  return undefined;
}

function notKeptOf({ thing, value, role, spans }: JudgedThing, reason: string): ThingNotKept {
  const { start, end } = spans[0] as { start: number; end: number };
  return { thing, value, role, reason, start, end };
}

/** A list for each log; things that show a technique of their own are one more, and those of them that others have too another. */
function keyOfList({ row, found }: Shown): string {
  const { shows } = found;
  return shows === undefined
    ? row.log
    : `${row.log} ${shows} ${isOthersToo(found) ? 'abused' : ''} ${isCounted(found, row)}`;
}

/** Many files of one name written by one program at once, each into another folder. */
const MANY_FILES = {
  type: 'value_count',
  field: 'TargetFilename',
  groupBy: ['Computer', 'Image'],
  timespan: '5m',
  threshold: 20,
} as const;

/** Whether a file's name is so common that a rule counts how often it is written. */
function isCounted({ isEverywhere }: JudgedThing, { log }: Row): boolean {
  return isEverywhere === true && log === 'windows/file-event';
}

/** Things of one deed that the same row shows, with the same things beside them, are one rule. One of several parts is an alternative by itself. */
function keyOfDeed({ row, found: { beside = [], parts = [] } }: Shown): string {
  return [row.id, ...parts, ...beside.map(({ thing, name, value }) => `${thing} ${name ?? ''} ${value}`)].join('\n');
}

/** A row that asks for all of some values has one thing in each alternative: no event holds the names of all of them. */
function keyOfAlternative(shown: Shown): string {
  const { selection } = shown.row;
  const isWhole = Object.keys(selection).some((key) => key.split('|').includes('all'));
  return isWhole ? `${keyOfDeed(shown)}\n${shown.found.value}` : keyOfDeed(shown);
}

function draftOf(all: readonly Shown[], form: 'list' | 'deed'): RuleDraft {
  const { kept, cut } = firstOf(all, VALUES_MAX, 'values');
  const byRow = [...groupBy(kept, keyOfAlternative).values()];
  const alternatives = byRow.map((group) =>
    filledRow(
      (group[0] as Shown).row,
      group.map(({ found }) => found),
    ),
  );
  const { row } = kept[0] as Shown;
  const log = logById(row.log) as Log;
  const techniques = techniquesOf(kept);
  const found = kept.map((each) => each.found);
  const isTold = found.some(({ isListed }) => !isListed);
  const draft: RuleDraft = {
    platform: platformOfLogsource(log.logsource) ?? null,
    behaviour: form === 'list' ? listId(log, kept) : `shown:${log.id}:${digest(alternatives)}`,
    title: titleOfDraft(inCapitals(titleOfRow(row, found, log)), row, found),
    description: `Detects what the advisory reports in the ${log.name}: ${distinct(byRow.map((group) => lower((group[0] as Shown).row.title))).join('; ')}.${whyItMatters(techniques)}`,
    level: levelOf(found, row),
    logsource: log.logsource,
    selections: [{ name: 'selection', alternatives }],
    condition: 'selection',
    techniques,
    falsepositives: FALSE_POSITIVES,
    confidence: isTold ? CONFIDENCE.told : CONFIDENCE.listed,
    cut,
  };
  return found.every((each) => isCounted(each, row)) ? counted(draft) : draft;
}

/** A rule on a name that every host has, as a count of the folders into which a program writes it. */
function counted(draft: RuleDraft): RuleDraft {
  const { threshold, timespan } = MANY_FILES;
  return {
    ...draft,
    behaviour: `${draft.behaviour}:many`,
    title: titleOf(draft.title.replace('File Written', 'Many Files Written')),
    description: `${draft.description} Every host has files of this name: the rule counts ${threshold} of them written by one program within ${timespan}.`,
    level: 'medium',
    correlation: MANY_FILES,
    falsepositives: ['Programs that unpack or copy many folders'],
  };
}

/** A list is known by its log, and by its technique where it is one of its own. */
function listId({ id }: Log, [first]: readonly Shown[]): string {
  const shows = first?.found.shows;
  if (shows === undefined) return `indicators:${id}`;
  return isOthersToo(first?.found) ? `shown:${id}:${shows}:abused` : `shown:${id}:${shows}`;
}

/** Whether others have such a thing too, whose it is aside. */
function isOthersToo(found: JudgedThing | undefined): boolean {
  return found?.role === 'abused' || found?.isCommon === true;
}

/** A rule of one deed is known by what it asks for, whatever the table calls its row. */
function digest(alternatives: readonly (readonly DraftItem[])[]): string {
  const asked = alternatives.map((items) =>
    items.map(({ field, modifiers, values }) => [field, ...modifiers, ...values.map(({ literal }) => literal)]),
  );
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
}

function techniquesOf(shown: readonly Shown[]): readonly string[] {
  const known = wordTexts('shown-techniques');
  // The name of an alert says what was seen, and not that a program was found.
  const alerts = wordRows('alert-logs');
  return distinct(
    shown.flatMap(
      ({ row, found: { thing, deed, shows } }) =>
        shows ?? (alerts.has(row.log) ? [] : (known.get(`${thing} ${deed ?? ''}`) ?? known.get(thing) ?? [])),
    ),
  ).slice(0, 3);
}

/** A list of bare hosts and of what others use too is a hint; a thing of the intruder's own is worth a look. */
function levelOf(found: readonly JudgedThing[], row: Row): Level {
  if (found.some((each) => each.thing === 'url' && !isOthersToo(each))) return 'medium';
  if (found.every(({ thing, beside }) => thing === 'event-id' && beside === undefined)) return 'low';
  if (found.every(({ thing }) => HINTS.has(thing))) return 'low';
  if (found.some(({ shows }) => shows !== undefined)) return found.every(isOthersToo) ? 'low' : 'medium';
  if (found.every(({ thing }) => thing === 'file-name' || thing === 'mail-address')) return 'low';
  if (LISTS.has(row.thing) && found.every(({ isListed }) => isListed)) return 'low';
  return row.everyday === 'heavy' && found.every(isOthersToo) ? 'low' : 'medium';
}

/** What all of the things call their rule, else the row's title; of an event named by its id alone, that of the row which says what the event is. */
function titleOfRow(row: Row, found: readonly JudgedThing[], log: Log): string {
  const [first] = found;
  const own = first?.title;
  if (own !== undefined && found.every(({ title }) => title === own)) return own;
  if (row.thing !== 'event-id') return row.title;
  const titles = new Set(found.map(({ value }) => titleOfEvent(log, Number(value))));
  const [only] = titles;
  // Events of several kinds are none of them.
  return (titles.size === 1 ? only : undefined) ?? row.title;
}

function titleOfEvent({ rows }: Log, id: number): string | undefined {
  return rows.find(({ selection }) => [selection['EventID']].flat().some((asked) => asked === id))?.title;
}

/** Hashes tell a reader nothing: they are counted. */
function titleOfDraft(title: string, row: Row, found: readonly JudgedThing[]): string {
  if (row.thing === 'library-hash' || row.thing === 'file-hash') return titleOf(`${title} (${found.length})`);
  const beside = found[0]?.beside ?? [];
  // An event is called by what it says.
  if (row.thing === 'event-id' && beside.length > 0) return titleNaming(title, besideValues(beside), 2);
  const values = distinct(found.map(({ name, value }) => (name === undefined ? value : `${name}=${value}`)));
  return titleNaming(title, values, values.length > 2 ? 1 : 2);
}

/** The values beside an event, names before numbers. */
function besideValues(beside: readonly FoundThing[]): readonly string[] {
  const isNumber = ({ thing }: FoundThing): boolean => NUMBER_THINGS.has(thing);
  return [...beside.filter((each) => !isNumber(each)), ...beside.filter(isNumber)].map(({ value }) => value);
}

/** A title of the table in the capitals of a rule's title. */
function inCapitals(title: string): string {
  return title.split(' ').map(capitalised).join(' ');
}

function lower(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}
