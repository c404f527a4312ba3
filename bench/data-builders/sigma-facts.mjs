// Which techniques public detections connect with which names: programs, cmdlets, operations, events, requests.

import { successorsOf } from './attack.mjs';
import { readJson, sectionsText } from './files.mjs';

const DATA = 'packages/attack/data';

/** Most techniques kept for one program or cmdlet; further ones of a common program mean nothing. */
const HINTS_MAX = 8;

/** Shorter parts of a request occur in ordinary requests. */
const REQUEST_PART_MIN = 5;

/** Fields of the identity logs that say what happened; the others have the circumstances. */
const EVENT_FIELDS = [
  'ActivityDisplayName',
  'Operation',
  'OperationName',
  'ResultType',
  'eventType',
  'operationName',
  'properties.message',
  'riskEventType',
];

/** The result code of a sign-in that worked. */
const SUCCESS = '0';

/** Inputs: the `*_to_technique.json` tables, and `attack_crosswalk.json`, which brings their ids to version 19. */
export function buildSigmaFacts(input) {
  const successors = successorsOf(input);
  const text = (name, sectionOf, keyOf, max = Number.POSITIVE_INFINITY) => {
    const sections = new Map();
    for (const row of readJson(input(`knowledge/${name}`)).rows) {
      const key = keyOf(row);
      if (key === undefined) continue;
      const counts = at(at(sections, sectionOf(row)), key);
      for (const { id, refs } of row.techniques) {
        const current = successors[id] ?? id;
        counts.set(current, (counts.get(current) ?? 0) + Math.max(1, refs.length));
      }
    }
    const hinted = (rows) => Object.fromEntries([...rows].map(([key, counts]) => [key, hintsOf(counts, max)]));
    return sectionsText(Object.fromEntries([...sections].map(([section, rows]) => [section, hinted(rows)])));
  };
  return new Map([
    [
      `${DATA}/auditd.json`,
      text(
        'auditd_to_technique.json',
        ({ field }) => field,
        ({ value }) => value,
      ),
    ],
    [
      `${DATA}/cmdlets.json`,
      text(
        'powershell_cmdlet_to_technique.json',
        () => 'cmdlets',
        ({ cmdlet }) => cmdlet,
        HINTS_MAX,
      ),
    ],
    [`${DATA}/identity-events.json`, text('identity_event_to_technique.json', ({ plane }) => plane, identityEvent)],
    [`${DATA}/kubernetes.json`, text('k8s_to_technique.json', () => 'operations', kubernetesOperation)],
    [`${DATA}/operations.json`, text('api_to_technique.json', ({ cloud }) => cloud, operationName)],
    [`${DATA}/processes.json`, text('process_to_technique.json', ({ product }) => product, program, HINTS_MAX)],
    [`${DATA}/web-requests.json`, text('webserver_to_technique.json', ({ field }) => field, requestPart)],
    [
      `${DATA}/windows-events.json`,
      text(
        'windows_eventid_to_technique.json',
        ({ service }) => service,
        (row) => String(row.event_id),
      ),
    ],
  ]);
}

/** The map a map holds under a key, made where it holds none. */
function at(map, key) {
  if (!map.has(key)) map.set(key, new Map());
  return map.get(key);
}

function hintsOf(counts, max) {
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, max)
    .map(([id, weight]) => `${id}:${weight}`);
}

function identityEvent({ field, value }) {
  return EVENT_FIELDS.includes(field) && value !== SUCCESS ? value.trim() : undefined;
}

function kubernetesOperation({ verb, resource, subresource }) {
  return `${verb} ${resource}${subresource === null ? '' : `/${subresource}`}`;
}

/** An operation of Azure or Google Cloud; those of AWS are in the reviewed table of events. */
function operationName({ cloud, event_source: source, event_name: name }) {
  if (cloud === 'aws') return undefined;
  return source === null ? name : `${source}/${name}`;
}

/** A program's name; some rows hold an argument. */
function program({ process }) {
  return process.startsWith('-') ? undefined : process.trim();
}

/** A method that every site uses, or a short part of an address, is not specific. */
function requestPart({ field, value }) {
  if (field === 'cs-method') return ['GET', 'POST'].includes(value) ? undefined : value;
  return value.length < REQUEST_PART_MIN ? undefined : value;
}
