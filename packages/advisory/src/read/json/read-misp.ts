import type { ReadOptions } from '../../model.js';
import { isoDate } from '../dates.js';
import type { DraftDocument } from '../draft-block.js';
import { asRecord, type JsonRecord, own, parseRecord, records, text } from './json-value.js';
import { StructuredBlocks } from './structured-blocks.js';

/** Attribute types whose value is written for people. */
const PROSE_TYPES = new Set(['text', 'comment', 'other']);
const COMMAND_TYPES = new Set(['command-line', 'cmdline', 'command']);
const LINK_TYPES = new Set(['link']);
/** Rules as their authors wrote them. */
const RULE_TYPES = new Set(['sigma', 'yara', 'snort', 'suricata', 'zeek', 'bro', 'kusto-query']);

/** Reads a MISP event: its reports and comments as prose, its galaxies as a list, its attributes as rows of indicators. */
export function readMisp(source: string, options: ReadOptions): DraftDocument {
  const out = new StructuredBlocks(options);
  const event = eventOf(parseRecord(source, 'MISP'), out);
  const title = text(event, 'info');
  if (title !== undefined) out.heading(title, 1);
  for (const report of records(event, 'EventReport', out.caps)) {
    out.heading(text(report, 'name') ?? 'Report', 2);
    out.prose(text(report, 'content'), 2);
  }
  const objects = records(event, 'Object', out.caps);
  const attributes = [
    ...records(event, 'Attribute', out.caps),
    ...objects.filter(isKept).flatMap((object) => [...records(object, 'Attribute', out.caps)]),
  ].filter(isKept);
  for (const attribute of attributes) if (isProse(attribute)) out.prose(text(attribute, 'value'), 2);
  writeTags(event, out);
  for (const attribute of attributes.filter(isCommand)) {
    const command = text(attribute, 'value');
    if (command !== undefined) out.code(command);
  }
  writeIndicators(attributes, out);
  writeOthers(attributes, out);
  const publishedAt = isoDate(text(event, 'date') ?? '');
  return {
    blocks: out.blocks,
    caps: out.caps.reached,
    margins: records(event, 'Tag', out.caps).map((tag) => text(tag, 'name') ?? ''),
    ...(title === undefined ? {} : { title }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
}

const kindOf = (attribute: JsonRecord): string => text(attribute, 'type') ?? '';

const isCommand = (attribute: JsonRecord): boolean =>
  COMMAND_TYPES.has(text(attribute, 'object_relation') ?? kindOf(attribute));

const isProse = (attribute: JsonRecord): boolean => PROSE_TYPES.has(kindOf(attribute)) && !isCommand(attribute);

/** Whether an attribute is written elsewhere than in the table of indicators. */
function isNoIndicator(attribute: JsonRecord): boolean {
  const kind = kindOf(attribute);
  return PROSE_TYPES.has(kind) || LINK_TYPES.has(kind) || RULE_TYPES.has(kind) || isCommand(attribute);
}

/** Writes the table of indicators. Where an event marks attributes for detection (`to_ids`), the others are context: a resolver, a sinkhole. */
function writeIndicators(attributes: readonly JsonRecord[], out: StructuredBlocks): void {
  const marks = attributes.some((attribute) => own(attribute, 'to_ids') === true);
  out.heading('Indicators of compromise', 2);
  for (const attribute of attributes) {
    if (isNoIndicator(attribute) || (marks && own(attribute, 'to_ids') === false)) continue;
    out.row([kindOf(attribute), text(attribute, 'value')?.replaceAll('|', ' | '), text(attribute, 'comment')]);
  }
}

/** Writes the rules of an event and its links. */
function writeOthers(attributes: readonly JsonRecord[], out: StructuredBlocks): void {
  const rules = attributes.filter((attribute) => RULE_TYPES.has(kindOf(attribute)));
  if (rules.length > 0) out.heading('Detection rules', 2);
  for (const rule of rules) out.code(text(rule, 'value') ?? '');
  const links = attributes.filter((attribute) => LINK_TYPES.has(kindOf(attribute)));
  if (links.length > 0) out.heading('References', 2);
  for (const link of links) out.item(text(link, 'value') ?? '');
}

/** The event in an export, a feed's file or a search's answer. */
function eventOf(root: JsonRecord, out: StructuredBlocks): JsonRecord {
  return asRecord(own(root, 'Event')) ?? asRecord(own(records(root, 'response', out.caps)[0], 'Event')) ?? {};
}

function isKept(part: JsonRecord): boolean {
  return own(part, 'deleted') !== true;
}

/** Writes tags and galaxies, which name techniques and groups: `misp-galaxy:mitre-attack-pattern="PowerShell - T1059.001"`. */
function writeTags(event: JsonRecord, out: StructuredBlocks): void {
  const names = new Set<string>();
  for (const tag of records(event, 'Tag', out.caps)) {
    const [galaxy = '', name = '', ...rest] = (text(tag, 'name') ?? '').split('"');
    if (galaxy.startsWith('misp-galaxy:') && galaxy.endsWith('=') && name !== '' && rest.join('') === '')
      names.add(name);
  }
  for (const galaxy of records(event, 'Galaxy', out.caps)) {
    for (const cluster of records(galaxy, 'GalaxyCluster', out.caps)) {
      const name = text(cluster, 'value');
      if (name !== undefined) names.add(name);
    }
  }
  for (const name of names) out.item(name);
}
