import { dataComponents } from '@tripline/attack';
import { coversEvents, loadTaxonomy, logsourceOfEvent, type SigmaEvent } from '@tripline/sigma';
import { type Checks, checksAt, type Fields, type YamlMap } from './fault.js';
import type { ThingValue } from './fill.js';
import type { Log, Row, Template } from './log.js';
import { type Proof, proveRow } from './prove.js';
import { readEvent, readProof, readThing, readValue } from './read-proof.js';
import { checkTemplate, type KnownFields, knownFields } from './template.js';
import { DEEDS, type Deed, EVERYDAY, KEPT, type Thing } from './vocabulary.js';

/** A file of `logs/`: its path there without the ending (`windows/security`), and its parsed YAML. */
export interface LogFile {
  readonly name: string;
  readonly content: unknown;
}

/** A row with what it is proven with. */
export interface ProvenRow {
  readonly row: Row;
  readonly proof: Proof;
}

/** A log with its rows and their proofs. */
export interface ProvenLog {
  readonly log: Log;
  readonly rows: readonly ProvenRow[];
}

const LOG: Fields = {
  name: 'needed',
  log: 'needed',
  'comes-from': 'needed',
  attack: 'needed',
  everyday: 'needed',
  kept: 'needed',
  unlisted: 'may',
  channels: 'may',
  'event-ids': 'may',
  fields: 'may',
  with: 'may',
  event: 'may',
  shows: 'needed',
};
const LOGSOURCE: Fields = { product: 'may', category: 'may', service: 'may' };
const ROW: Fields = {
  title: 'needed',
  thing: 'needed',
  deed: 'needed',
  usual: 'may',
  open: 'may',
  everyday: 'may',
  selection: 'needed',
  with: 'may',
  without: 'may',
  proof: 'needed',
};
const SHARED: Fields = { selection: 'needed', proof: 'needed' };

/** What all rows of a log share. */
interface Frame {
  readonly id: string;
  readonly fields: KnownFields;
  /** Things that narrow every row, and the values that the log's `event` holds. */
  readonly narrowing: ReadonlyMap<Thing, { readonly template: Template; readonly value: ThingValue }>;
  /** What every event of the proofs holds, unless it says otherwise. */
  readonly event: SigmaEvent;
}

/**
 * The text of `data/logs.json`: every row has a line, without its proof. Throws an `Error` that names the file, the row and the cure where
 * something is missing, unknown or not proven.
 */
export function compileLogs(files: readonly LogFile[]): string {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const read = sorted.map(readLog);
  checkOpen(read.map(({ log }) => log));
  const logs = read.map(({ log: { rows, ...head } }) => {
    const start = JSON.stringify(head).slice(0, -1);
    return `    ${start},"rows":[\n${rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n')}\n    ]}`;
  });
  return `{\n  "logs": [\n${logs.join(',\n')}\n  ]\n}\n`;
}

/** Checks that where the deed is not known, one row of a thing and a product is taken. */
function checkOpen(logs: readonly Log[]): void {
  const taken = new Map<string, Row>();
  for (const { id, logsource, rows } of logs) {
    for (const row of rows.filter(({ open }) => open)) {
      const key = `${logsource.product ?? ''} ${row.thing}`;
      const before = taken.get(key);
      if (before !== undefined)
        checksAt(`${id}.yaml, row "${row.title}"`).fail(
          `${before.id} is open too for ${row.thing}`,
          'Leave open at one of them',
        );
      taken.set(key, row);
    }
  }
}

/** A checked and proven log. Throws as `compileLogs` does. */
export function readLog({ name: id, content }: LogFile): ProvenLog {
  const checks = checksAt(`${id}.yaml`);
  const given = checks.map(content, LOG, 'the file');
  const logsource = checks.map(given['log'], LOGSOURCE, 'log') as Log['logsource'];
  const taxonomy = loadTaxonomy();
  const known = taxonomy.knows(logsource);
  if (!known && given['unlisted'] === undefined)
    checks.fail(
      `there is no log source ${JSON.stringify(logsource)}`,
      'Write one of the taxonomy of packages/sigma, or say in unlisted why Sigma has none',
    );
  if (known && given['unlisted'] !== undefined) checks.fail('the taxonomy has this log source', 'Take out unlisted');
  const attack = checks.texts(given['attack'], 'attack');
  const components = dataComponents();
  for (const component of attack) {
    if (!components.includes(component))
      checks.fail(
        `ATT&CK has no data component ${component}`,
        'Write a name of data-components.json in packages/attack',
      );
  }
  const head = {
    id,
    name: checks.text(given['name'], 'name'),
    logsource,
    comesFrom: checks.texts(given['comes-from'], 'comes-from'),
    attack,
    everyday: checks.oneOf(given['everyday'], EVERYDAY, 'everyday'),
    kept: checks.oneOf(given['kept'], KEPT, 'kept'),
    ...channelsOf(given, logsource, checks),
  };
  const own = given['fields'] === undefined ? [] : checks.texts(given['fields'], 'fields');
  for (const field of own) {
    if (taxonomy.fieldsOf(logsource)?.has(field))
      checks.fail(`fields has ${field}, which the taxonomy has too`, 'Take it out');
  }
  const fields = knownFields(taxonomy.fieldsOf(logsource), own);
  const frame = {
    id,
    fields,
    narrowing: narrowingOf(given['with'], fields, checks),
    event: readEvent(given['event'] ?? {}, checks, 'event'),
  };
  if (!Array.isArray(given['shows'])) checks.fail('shows is no list', 'Write a row for each thing and deed');
  const titles = new Set<string>();
  const rows = (given['shows'] as readonly unknown[]).map((row) => readRow(row, frame, head, titles, checks));
  return { log: { ...head, rows: rows.map(({ row }) => row) }, rows };
}

/** The channels and event ids of a log of Windows, which must be those of its log source. */
function channelsOf(given: YamlMap, logsource: Log['logsource'], checks: Checks): Pick<Log, 'channels' | 'eventIds'> {
  const channels = given['channels'] === undefined ? [] : checks.texts(given['channels'], 'channels');
  const eventIds = (given['event-ids'] ?? []) as readonly number[];
  if (!Array.isArray(eventIds) || !eventIds.every(Number.isInteger))
    checks.fail('event-ids is no list of numbers', 'Write [11]');
  for (const Channel of channels) {
    for (const EventID of eventIds.length === 0 ? [0] : eventIds) {
      const source = logsourceOfEvent({ Channel, EventID });
      if (source?.service === undefined || !coversEvents(logsource, source))
        checks.fail(
          `events ${EventID} of the channel ${Channel} are not of this log source`,
          'Write the channels and ids that event-logs.json of packages/sigma has for it',
        );
    }
  }
  return { channels, eventIds };
}

function narrowingOf(value: unknown, fields: KnownFields, checks: Checks): Frame['narrowing'] {
  const entries = Object.entries(checks.anyMap(value ?? {}, 'with')).map(([name, entry]) => {
    const thing = readThing(name, checks, 'with');
    const { selection, proof } = checks.map(entry, SHARED, `with ${name}`);
    const template = checkTemplate(selection, thing, fields, checks, `with ${name}`);
    return [thing, { template, value: readValue(proof, thing, checks, `the proof of ${name}`) }] as const;
  });
  const keys = entries.flatMap(([, { template }]) => Object.keys(template));
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) checks.fail(`with has ${twice} twice`, 'Narrow by another field');
  return new Map(entries);
}

function readRow(
  content: unknown,
  frame: Frame,
  log: Pick<Log, 'logsource' | 'everyday'>,
  titles: Set<string>,
  ofFile: Checks,
): ProvenRow {
  const title = ofFile.text(ofFile.anyMap(content, 'a row')['title'], 'the title of a row');
  const checks = checksAt(`${frame.id}.yaml, row "${title}"`);
  if (titles.has(title)) checks.fail('another row has this title', 'Say what this one shows otherwise');
  titles.add(title);
  const given = checks.map(content, ROW, 'the row');
  const thing = readThing(given['thing'], checks, 'thing');
  const deed = checks
    .texts(given['deed'], 'deed')
    .map((name) => checks.oneOf(name, Object.keys(DEEDS) as Deed[], 'deed'));
  const [usual, open] = ['usual', 'open'].map((mark) => {
    const value = given[mark] ?? false;
    if (typeof value !== 'boolean')
      checks.fail(`${mark} is neither true nor false`, `Write ${mark}: true, or leave it out`);
    return value === true;
  }) as [boolean, boolean];
  const selection = checkTemplate(given['selection'], thing, frame.fields, checks, 'selection');
  const own = ownNarrowing(given['with'], selection, frame.fields, checks);
  const without = given['without'] === undefined ? [] : checks.texts(given['without'], 'without');
  for (const name of without) {
    if (!frame.narrowing.has(readThing(name, checks, 'without')))
      checks.fail(`without has ${name}, by which the log does not narrow its rows`, 'Take it out');
  }
  const mine = new Set<string>([thing, ...without, ...own.map(([name]) => name)]);
  const asked = fieldsOf([selection, ...own.map(([, template]) => template)]);
  const shared = [...frame.narrowing].filter(
    ([name, { template }]) => !mine.has(name) && !fieldsOf([template]).some((field) => asked.includes(field)),
  );
  const row: Row = {
    id: `${frame.id}/${slug(title)}`,
    log: frame.id,
    title,
    thing,
    deed,
    usual,
    open,
    everyday: given['everyday'] === undefined ? log.everyday : checks.oneOf(given['everyday'], EVERYDAY, 'everyday'),
    selection,
    with: Object.fromEntries([...own, ...shared.map(([name, { template }]) => [name, template] as const)]),
  };
  const proof = readProof(
    given['proof'],
    row,
    frame.event,
    Object.fromEntries(shared.map(([name, { value }]) => [name, value])),
    checks,
  );
  proveRow(log, row, proof, checks);
  return { row, proof };
}

/** What narrows a row by its own `with`: no field twice. */
function ownNarrowing(
  value: unknown,
  selection: Template,
  fields: KnownFields,
  checks: Checks,
): readonly (readonly [Thing, Template])[] {
  const taken = new Set(Object.keys(selection));
  return Object.entries(checks.anyMap(value ?? {}, 'with')).map(([name, template]): [Thing, Template] => {
    const narrower = readThing(name, checks, 'with');
    const checked = checkTemplate(template, narrower, fields, checks, `with ${name}`);
    const twice = Object.keys(checked).find((key) => taken.has(key));
    if (twice !== undefined)
      checks.fail(`with ${name} has ${twice}, which the row has already`, 'Narrow it by another field');
    for (const key of Object.keys(checked)) taken.add(key);
    return [narrower, checked];
  });
}

/** The fields that templates ask for, without modifiers. */
function fieldsOf(templates: readonly Template[]): readonly string[] {
  return templates.flatMap((template) => Object.keys(template).map((key) => key.split('|')[0] ?? ''));
}

const SLUG_CHARACTERS = new Set('abcdefghijklmnopqrstuvwxyz0123456789');

function slug(title: string): string {
  const spaced = [...title.toLowerCase()]
    .map((character) => (SLUG_CHARACTERS.has(character) ? character : ' '))
    .join('');
  return spaced.split(' ').filter(Boolean).join('-');
}
