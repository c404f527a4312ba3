// Which techniques AWS controls detect or prevent and CloudTrail events show: public mappings, with our own reading of them.

import { readJson } from './files.mjs';

const DATA = 'packages/attack/data';
const READING = new URL('data/coverage-reading.json', import.meta.url);

/** One letter each for category and strength (SOURCES.md of the package says what the codes mean). */
const CATEGORY = { detect: 'd', protect: 'p', respond: 'r' };
const STRENGTH = { minimal: 'm', partial: 'p', significant: 's' };
/** From weak to strong. */
const STRENGTHS = 'mps';

/**
 * Inputs: the `*_techniques.json` tables and `service_technique_scores.json` of `coverage`. The mappings are derived from them; additions,
 * changes and omissions are in `data/coverage-reading.json`, which people write.
 */
export function buildCoverage(input) {
  const reading = readJson(READING);
  const table = (name) => readJson(input(`coverage/${name}.json`));
  return new Map([
    [`${DATA}/config-rules.json`, textOf(rowsText(configRules(table('config_rule_techniques')), reading.configRules))],
    [`${DATA}/securityhub-controls.json`, securityHubText(table('securityhub_control_techniques'), reading)],
    [
      `${DATA}/guardduty-findings.json`,
      guardDutyText(table('guardduty_finding_techniques'), table('service_technique_scores'), reading),
    ],
    [`${DATA}/aws-services.json`, servicesText(table('service_technique_scores'), reading.services)],
    [`${DATA}/aws-events.json`, eventsText(table('cloudtrail_event_techniques'), reading)],
  ]);
}

function configRules({ rows }) {
  return new Map(rows.map(({ source_identifier: name, techniques }) => [name, codesOf(techniques)]));
}

/** Codes by technique of version 19. Where two ids become one, `detect` is kept before the others, then the stronger. */
function codesOf(techniques) {
  const codes = new Map();
  for (const { technique_v19: id, category, value } of techniques) {
    if (id === null) continue;
    const code = `c${CATEGORY[category]}${STRENGTH[value]}`;
    if (outweighs(code, codes.get(id))) codes.set(id, code);
  }
  return codes;
}

function outweighs(code, known) {
  if (known === undefined) return true;
  if (code[1] !== known[1]) return code[1] === 'd';
  return STRENGTHS.indexOf(code[2]) > STRENGTHS.indexOf(known[2]);
}

/**
 * Controls that CTID maps, and the mappings of Prowler's checks for a control. Prowler names a check wherever its service has something to do
 * with a technique, so that by our inference these are posture and hinder least.
 */
function securityHubText({ direct, joined }, { controls: reading, legacyControls }) {
  const controls = new Map();
  const rowOf = (id) => controls.get(id) ?? controls.set(id, new Map()).get(id);
  const add = (id, techniques, codes) => {
    const row = rowOf(id);
    for (const technique of techniques) if (!row.has(technique)) row.set(technique, codes(technique));
  };
  for (const { security_control_id: id, techniques } of direct) {
    const codes = codesOf(techniques);
    add(id, codes.keys(), (technique) => codes.get(technique));
  }
  for (const { control, techniques } of joined) {
    add(
      control,
      techniques.flatMap(({ technique_v19: id }) => id ?? []),
      () => 'ipm',
    );
  }
  return textOf({ legacy: legacyControls, controls: rowsText(controls, reading) });
}

/** Findings that GuardDuty still has, by the feature that must be on. */
function guardDutyText({ rows }, scores, { findings: reading, findingFeatures, findingSeverities }) {
  const named = new Map(
    rows.map(({ finding_type: type, techniques }) => [
      type,
      codesOf(
        techniques.flatMap(({ technique_v19: id, sources }) =>
          sources.map(({ value }) => ({ technique_v19: id, category: 'detect', value: value ?? 'partial' })),
        ),
      ),
    ]),
  );
  const active = new Set(rows.filter(({ listed_active: listed }) => listed).map(({ finding_type: type }) => type));
  const said = codesOf(
    scores.rows.filter(({ service_id: id, category }) => id === 'amazon_guardduty' && category === 'detect'),
  );
  const texts = mapValues(rowsText(new Map([...named].filter(([type]) => active.has(type))), reading), (text) =>
    capped(text, said),
  );
  const featureOf = new Map(rows.map(({ finding_type: type, feature }) => [type, feature]));
  const features = {};
  for (const type of Object.keys(texts)) {
    const feature = findingFeatures.types[type] ?? findingFeatures.data[featureOf.get(type)] ?? featureOf.get(type);
    features[feature] ??= {};
    features[feature][type] = texts[type];
  }
  const ordered = Object.fromEntries(findingFeatures.order.map((feature) => [feature, features[feature]]));
  return textOf({ severities: severitiesOf(rows, Object.keys(texts), findingSeverities), features: ordered });
}

const mapValues = (table, change) =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value)]));

/** Our own reading of a finding says no more of a technique than CTID says of GuardDuty as a whole. */
function capped(text, said) {
  return text
    .split(' ')
    .map((token) => {
      const [id, code = ''] = token.split(':');
      const most = said.get(id)?.[2];
      const weaker = code[0] === 'i' && most !== undefined && STRENGTHS.indexOf(code[2]) > STRENGTHS.indexOf(most);
      return weaker ? `${id}:${code.slice(0, 2)}${most}` : token;
    })
    .join(' ');
}

/** The finding types by the level of severity that AWS documents for them; those that have several, or none that a source names, are left out. */
function severitiesOf(rows, types, { always, varying }) {
  const documented = new Map(rows.map(({ finding_type: type, severity_2022: level }) => [type, level]));
  const levels = { Low: [], Medium: [], High: [], Critical: [] };
  for (const type of types.filter((one) => !varying.includes(one)).sort()) {
    const level = always[type.split(':')[0]] ?? documented.get(type);
    if (level) levels[level].push(type);
  }
  return Object.fromEntries(Object.entries(levels).map(([level, named]) => [level, named.join(' ')]));
}

function servicesText({ rows }, reading) {
  const services = Object.fromEntries(
    Object.entries(reading).map(([key, { name, mappings }]) => {
      const own = rows.filter(({ provider, service }) => provider === 'aws' && service === name);
      return [key, { name, mappings: rowText(codesOf(own), mappings) }];
    }),
  );
  return textOf(services);
}

/**
 * What events show, by the sources that mention them. ATT&CK's own analytics mix context with evidence, and count only where our reading
 * agrees. A reading cannot call a mapping public that no source names: it then is our own.
 */
function eventsText({ rows }, { events: reading, publicElsewhere }) {
  const events = new Map();
  const named = new Set(
    Object.values(publicElsewhere).flatMap((table) =>
      Object.entries(table).flatMap(([key, ids]) => ids.split(' ').map((id) => `${key} ${id}`)),
    ),
  );
  const incidents = new Map();
  for (const {
    event_source: source,
    event_name: name,
    used_in_wild: inTheWild,
    incidents: count,
    techniques,
  } of rows) {
    const key = `${source}/${name}`;
    if (inTheWild && count > 0) incidents.set(key, count);
    for (const { technique_v19: id } of techniques) named.add(`${key} ${id}`);
    const codes = techniques.flatMap(({ technique_v19: id, sources }) => {
      const code = sourceOf(sources);
      return id === null || code === undefined ? [] : [[id, code]];
    });
    events.set(key, new Map(codes));
  }
  const services = {};
  for (const [key, row] of Object.entries(rowsText(events, reading))) {
    const text = row.replace(/(T[\d.]+):[es]/g, (code, id) => (named.has(`${key} ${id}`) ? code : `${id}:i`));
    const slash = key.indexOf('/');
    const count = incidents.get(key);
    services[key.slice(0, slash)] ??= {};
    services[key.slice(0, slash)][key.slice(slash + 1)] = count === undefined ? text : `${count} ${text}`;
  }
  return textOf(services);
}

function sourceOf(sources) {
  if (sources.includes('traildiscover') || sources.includes('stratus-red-team')) return 'e';
  return sources.includes('sigma') ? 's' : undefined;
}

/** The rows of a table as they are stored, in the order of their keys; empty rows are left out. */
function rowsText(rows, reading) {
  const keys = [...new Set([...rows.keys(), ...Object.keys(reading)])].sort();
  const texts = keys.map((key) => [key, rowText(rows.get(key) ?? new Map(), reading[key] ?? '')]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/**
 * A row with our reading of it: `T1098:i` adds or changes a technique, `-T1098` removes it, and stars mark the main techniques of an event,
 * in order. A reading that begins with `=` replaces the whole row.
 */
function rowText(codes, reading) {
  if (reading.startsWith('= ')) return reading.slice(2);
  const row = new Map(codes);
  const first = [];
  for (const token of reading.split(' ').filter(Boolean)) {
    const [id, code] = token.replace(/^[-*]/, '').split(':');
    if (token.startsWith('-')) row.delete(id);
    else if (code !== undefined) row.set(id, code);
    if (token.startsWith('*')) first.push(id);
  }
  const others = [...row.keys()].filter((id) => !first.includes(id)).sort();
  return [...first.map((id) => `*${id}:${row.get(id)}`), ...others.map((id) => `${id}:${row.get(id)}`)].join(' ');
}

function textOf(table) {
  return `${JSON.stringify(table, null, 1)}\n`;
}
