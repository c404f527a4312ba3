import type { ReadOptions } from '../../model.js';
import { isWordCharacter } from '../../text/characters.js';
import { withoutLast } from '../../text/ends.js';
import { isNumber, unescaped } from '../../text/shape.js';
import { trailing } from '../../text/stretches.js';
import { isoDate } from '../dates.js';
import type { DraftDocument } from '../draft-block.js';
import { asRecord, type JsonRecord, own, parseRecord, records, text } from './json-value.js';
import { StructuredBlocks } from './structured-blocks.js';

/** Objects written as prose, in the order of a report. Relationships follow them, observables are last. */
const TOLD = [
  'report',
  'grouping',
  'campaign',
  'intrusion-set',
  'threat-actor',
  'malware',
  'tool',
  'infrastructure',
  'attack-pattern',
  'vulnerability',
  'note',
  'opinion',
  'malware-analysis',
];

// A comparison of STIX patterning: object path, operator, quoted value or list of values. It is bounded, and its parts cannot overlap.
// Negated comparisons are left out: they are no sign of an intrusion.
const COMPARISON =
  /([a-z0-9-]{2,60}):([\w.'"[\]*-]{1,200})\s*(NOT\s+)?(?:=|LIKE|IN|MATCHES)\s*(\((?:\s*'(?:[^'\\]|\\.){1,4000}'\s*,?){1,1000}\)|'(?:[^'\\]|\\.){1,4000}')/g;
const VALUE = /'((?:[^'\\]|\\.){1,4000})'/g;

/** Reads a STIX 2.x bundle: reports and the objects they refer to as prose, patterns and observables as rows of indicators. */
export function readStix(source: string, options: ReadOptions): DraftDocument {
  const bundle = parseRecord(source, 'STIX');
  const out = new StructuredBlocks(options);
  const objects = records(bundle, 'objects', out.caps);
  const ofType = (type: string): readonly JsonRecord[] => objects.filter((object) => own(object, 'type') === type);
  const report = ofType('report')[0];

  for (const type of TOLD) {
    for (const object of ofType(type)) {
      out.heading(text(object, 'name') ?? text(object, 'abstract') ?? type, type === 'report' ? 1 : 2);
      out.prose(text(object, 'description') ?? text(object, 'content') ?? text(object, 'explanation'), 2);
      const ids = externalIds(object, out);
      if (ids.length > 0) out.item(`${text(object, 'name') ?? type}: ${ids.join(', ')}`);
    }
  }
  tellRelationships(objects, out);
  const remedies = ofType('course-of-action');
  if (remedies.length > 0) out.heading('Mitigations', 2);
  for (const remedy of remedies) out.prose(`${text(remedy, 'name') ?? ''}: ${text(remedy, 'description') ?? ''}`, 3);
  writeIndicators(objects, out);
  writeReferences(objects, out);

  const title = text(report, 'name');
  const publishedAt = isoDate(text(report, 'published') ?? text(report, 'created') ?? '');
  return {
    blocks: out.blocks,
    caps: out.caps.reached,
    margins: marksOf(objects),
    ...(title === undefined ? {} : { title }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
}

/** Marks that bundles refer to without holding them (STIX 2.1, 7.2.1.4, and OASIS's extension for version 2). */
const KNOWN_MARKS: Readonly<Record<string, string>> = {
  '34098fce-860f-48ae-8e50-ebd3cc5e41da': 'green',
  'f88d31f6-486f-44da-b317-01333bde0b82': 'amber',
  '5e57c739-391a-4eb3-b6be-7d15ca92d5ed': 'red',
  'bab4a63c-aed9-4cf5-a766-dfca5abac2bb': 'green',
  '55d920b0-5e8b-4f79-9ee9-91f868d9b421': 'amber',
  '939a9414-2ddd-4d32-a0cd-375ea402b003': 'amber+strict',
  'e828b379-4e03-4974-9ac4-e53a884c97c1': 'red',
};

/** The marks that objects refer to: of version 1 as `definition.tlp`, of version 2 in an extension; both also by name. */
function marksOf(objects: readonly JsonRecord[]): readonly string[] {
  const used = new Set(objects.flatMap((object) => own(object, 'object_marking_refs') ?? []).map(String));
  const known = Object.entries(KNOWN_MARKS).filter(([id]) => used.has(`marking-definition--${id}`));
  const given = objects
    .filter((object) => own(object, 'type') === 'marking-definition' && used.has(text(object, 'id') ?? ''))
    .map((object) => text(object, 'name') ?? `TLP:${text(asRecord(own(object, 'definition')), 'tlp') ?? ''}`);
  return [...given, ...known.map(([, mark]) => `TLP:${mark}`)];
}

function externalIds(object: JsonRecord, out: StructuredBlocks): readonly string[] {
  return records(object, 'external_references', out.caps).flatMap((reference) => text(reference, 'external_id') ?? []);
}

function tellRelationships(objects: readonly JsonRecord[], out: StructuredBlocks): void {
  const names = new Map<string, string>();
  for (const object of objects) {
    const id = text(object, 'id');
    const name = text(object, 'name');
    if (id !== undefined && name !== undefined) {
      const technique = externalIds(object, out).find(
        (external) => external.startsWith('T') && external.length >= 5 && isNumber(external.slice(1, 5)),
      );
      names.set(id, technique === undefined ? name : `${name} (${technique})`);
    }
  }
  for (const object of objects) {
    if (own(object, 'type') !== 'relationship') continue;
    const from = names.get(text(object, 'source_ref') ?? '');
    const to = names.get(text(object, 'target_ref') ?? '');
    const kind = text(object, 'relationship_type');
    const description = text(object, 'description');
    // Of relationships only `uses` says what was done.
    if (kind === 'uses' && from !== undefined && to !== undefined) {
      out.prose(`${from} uses ${to}.${description === undefined ? '' : ` ${description}`}`, 3);
    }
  }
}

function writeIndicators(objects: readonly JsonRecord[], out: StructuredBlocks): void {
  out.heading('Indicators of compromise', 2);
  const commands: string[] = [];
  for (const object of objects.flatMap(withObserved)) {
    if (own(object, 'type') === 'indicator') {
      if (!isSign(object)) continue;
      const pattern = text(object, 'pattern') ?? '';
      for (const match of pattern.matchAll(COMPARISON)) {
        const before = withoutLast(pattern.slice(Math.max(0, match.index - 12), match.index).trimEnd(), '(').trimEnd();
        if (match[3] !== undefined || trailing(before, isWordCharacter) === 'NOT') continue;
        for (const quoted of (match[4] ?? '').matchAll(VALUE)) {
          const value = unescaped(quoted[1] ?? '');
          if (match[2]?.includes('command_line') === true) commands.push(value);
          else out.row([`${match[1]}:${match[2]}`, value, text(object, 'name')]);
        }
      }
    } else if (isObservable(object)) {
      for (const [label, value] of observableValues(object)) {
        if (label === 'command_line') commands.push(value);
        else out.row([`${String(own(object, 'type'))}:${label}`, value]);
      }
    }
  }
  if (commands.length > 0) out.heading('Command lines', 2);
  for (const command of commands) out.code(command);
}

/** Whether an indicator is for something hostile and has not been revoked. */
function isSign(indicator: JsonRecord): boolean {
  const kinds = own(indicator, 'indicator_types');
  return own(indicator, 'revoked') !== true && !(Array.isArray(kinds) && kinds.includes('benign'));
}

/** An object with its observables. Observations of STIX 2.0 and early 2.1 contain them. */
function withObserved(object: JsonRecord): readonly JsonRecord[] {
  const held = own(object, 'type') === 'observed-data' ? asRecord(own(object, 'objects')) : undefined;
  if (held === undefined) return [object];
  return Object.keys(held)
    .map((key) => asRecord(own(held, key)))
    .filter((observable) => observable !== undefined);
}

const OBSERVABLE_KEYS = ['value', 'name', 'key', 'command_line', 'subject', 'user_id', 'path', 'display_name'] as const;
const OBSERVABLES = new Set(
  'artifact autonomous-system directory domain-name email-addr email-message file ipv4-addr ipv6-addr mutex network-traffic process software url user-account windows-registry-key x509-certificate'.split(
    ' ',
  ),
);

function isObservable(object: JsonRecord): boolean {
  return OBSERVABLES.has(String(own(object, 'type')));
}

function observableValues(object: JsonRecord): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  for (const key of OBSERVABLE_KEYS) {
    const value = text(object, key);
    if (value !== undefined) found.push([key, value]);
  }
  const hashes = asRecord(own(object, 'hashes'));
  for (const algorithm of Object.keys(hashes ?? {})) {
    const value = text(hashes, algorithm);
    if (value !== undefined) found.push([`hashes.${algorithm}`, value]);
  }
  const request = asRecord(own(asRecord(own(object, 'extensions')), 'http-request-ext'));
  const agent = text(asRecord(own(request, 'request_header')), 'User-Agent');
  if (agent !== undefined) found.push(['User-Agent', agent]);
  const asNumber = own(object, 'number');
  if (own(object, 'type') === 'autonomous-system' && typeof asNumber === 'number')
    found.push(['number', `AS${asNumber}`]);
  return found;
}

function writeReferences(objects: readonly JsonRecord[], out: StructuredBlocks): void {
  const addresses = new Set<string>();
  for (const object of objects) {
    for (const reference of records(object, 'external_references', out.caps)) {
      const address = text(reference, 'url');
      if (address !== undefined) addresses.add(address);
    }
  }
  if (addresses.size > 0) out.heading('References', 2);
  for (const address of addresses) out.item(address);
}
