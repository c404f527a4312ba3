// Draws mappings (technique ← detection) for people to read against public sources: the same seed gives the same mappings to everybody.
//   node scripts/draw-mappings.mjs --seed fb7ee7d3 [--count 40] [--json]
// A mapping's place in the draw depends on its own name and the seed alone, so that a change of the tables changes nothing else in it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  awsEvents,
  configRuleMappings,
  guardDutyFindings,
  securityHubControlMappings,
  technique,
} from '../packages/attack/dist/bundle/index.js';
import { mapDetection } from '../services/coverage/dist/mapping/map-detection.js';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string', default: '40' }, json: { type: 'boolean' } },
});
if (values.seed === undefined) throw new Error('--seed is missing: any text, such as a commit');

/** How many of forty each kind gets, before kinds that have fewer leave theirs to the others. */
const SHARES = { event: 13, finding: 9, pattern: 7, config_rule: 4, control: 3, operation: 4 };

const data = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const row = (kind, detection, { techniqueId, category, strength, source }) => ({
  kind,
  detection,
  technique: techniqueId,
  category,
  strength,
  source,
});

/** The mappings of an EventBridge rule in us-east-1 that names one event and nothing else. */
function eventRule({ source, name }) {
  const detail = { eventSource: [source], eventName: [name] };
  const subject = { kind: 'event_pattern', pattern: JSON.stringify({ detail }), allManagementEvents: true };
  return mapDetection({ region: 'us-east-1', subject, statusReason: null });
}

function signals() {
  const { cloudtrail, eventbridge, log, metrics } = data('services/coverage/data/signals.json');
  const stored = [...cloudtrail, ...eventbridge, ...log].map(({ label, techniques }) => [label, techniques]);
  const measured = Object.entries(metrics).flatMap(([namespace, names]) =>
    Object.entries(names).map(([name, techniques]) => [`alarm on ${namespace} ${name}`, techniques]),
  );
  return [...stored, ...measured].flatMap(([label, techniques]) =>
    Object.entries(techniques).map(([techniqueId, strength]) =>
      row('pattern', label, { techniqueId, category: 'detect', strength, source: 'inferred' }),
    ),
  );
}

function operations() {
  return Object.entries(data('packages/attack/data/primary-techniques.json')).flatMap(([plane, names]) =>
    Object.entries(names).flatMap(([name, ids]) =>
      ids.map((techniqueId) => ({ kind: 'operation', detection: `${plane} ${name}`, technique: techniqueId })),
    ),
  );
}

const population = [
  ...awsEvents().flatMap((event) =>
    eventRule(event).map((mapping) => row('event', `${event.source} ${event.name}`, mapping)),
  ),
  ...guardDutyFindings().flatMap(({ type, mappings }) => mappings.map((mapping) => row('finding', type, mapping))),
  ...Object.keys(data('packages/attack/data/config-rules.json')).flatMap((id) =>
    configRuleMappings(id).map((mapping) => row('config_rule', id, mapping)),
  ),
  ...Object.keys(data('packages/attack/data/securityhub-controls.json').controls).flatMap((id) =>
    securityHubControlMappings(id).map((mapping) => row('control', id, mapping)),
  ),
  ...signals(),
  ...operations(),
];

const place = ({ kind, detection, technique: id }) =>
  createHash('sha256').update(`${values.seed}\n${kind}\n${detection}\n${id}`).digest('hex');
const ranked = population.map((one) => ({ ...one, place: place(one) })).sort((a, b) => (a.place < b.place ? -1 : 1));
const count = Number(values.count);
const drawn = [];
for (const [kind, share] of Object.entries(SHARES)) {
  drawn.push(...ranked.filter((one) => one.kind === kind).slice(0, Math.round((share * count) / 40)));
}
for (const one of ranked) if (drawn.length < count && !drawn.includes(one)) drawn.push(one);

for (const [index, { place: _place, ...one }] of drawn.slice(0, count).entries()) {
  const name = technique(one.technique)?.name ?? '?';
  if (values.json) console.log(JSON.stringify({ ...one, name }));
  else
    console.log(
      [index + 1, one.kind, one.detection, `${one.technique} ${name}`, one.category, one.strength, one.source].join(
        ' | ',
      ),
    );
}
