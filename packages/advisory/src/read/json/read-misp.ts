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
  // In an event that marks attributes for detection (`to_ids`), the others are context: a resolver, a sinkhole.
  const marks = attributes.some((attribute) => own(attribute, 'to_ids') === true);
  const kind = (attribute: JsonRecord): string => text(attribute, 'type') ?? '';
  const relation = (attribute: JsonRecord): string => text(attribute, 'object_relation') ?? kind(attribute);
  for (const attribute of attributes) {
    if (PROSE_TYPES.has(kind(attribute)) && !COMMAND_TYPES.has(relation(attribute)))
      out.prose(text(attribute, 'value'), 2);
  }
  writeTags(event, out);
  for (const attribute of attributes) {
    const value = text(attribute, 'value');
    if (value !== undefined && COMMAND_TYPES.has(relation(attribute))) out.code(value);
  }
  out.heading('Indicators of compromise', 2);
  for (const attribute of attributes) {
    if (PROSE_TYPES.has(kind(attribute)) || LINK_TYPES.has(kind(attribute))) continue;
    if (
      RULE_TYPES.has(kind(attribute)) ||
      COMMAND_TYPES.has(relation(attribute)) ||
      (marks && own(attribute, 'to_ids') === false)
    )
      continue;
    out.row([kind(attribute), text(attribute, 'value')?.replaceAll('|', ' | '), text(attribute, 'comment')]);
  }
  const rules = attributes.filter((attribute) => RULE_TYPES.has(kind(attribute)));
  if (rules.length > 0) out.heading('Detection rules', 2);
  for (const rule of rules) out.code(text(rule, 'value') ?? '');
  const links = attributes.filter((attribute) => LINK_TYPES.has(kind(attribute)));
  if (links.length > 0) out.heading('References', 2);
  for (const link of links) out.item(text(link, 'value') ?? '');
  const publishedAt = isoDate(text(event, 'date') ?? '');
  return {
    blocks: out.blocks,
    caps: out.caps.reached,
    margins: records(event, 'Tag', out.caps).map((tag) => text(tag, 'name') ?? ''),
    ...(title === undefined ? {} : { title }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
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
    const name = /^misp-galaxy:[\w-]+="([^"]+)"$/.exec(text(tag, 'name') ?? '')?.[1];
    if (name !== undefined) names.add(name);
  }
  for (const galaxy of records(event, 'Galaxy', out.caps)) {
    for (const cluster of records(galaxy, 'GalaxyCluster', out.caps)) {
      const name = text(cluster, 'value');
      if (name !== undefined) names.add(name);
    }
  }
  for (const name of names) out.item(name);
}
