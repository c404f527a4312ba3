// ATT&CK: tactics, techniques with their prevalence, successors of retired ids, and the cloud logs its analytics name.

import { readFileSync } from 'node:fs';
import { readJson, sectionsText } from './files.mjs';

const DATA = 'packages/attack/data';
const CLOUD_WORDS = new URL('data/cloud-words.txt', import.meta.url);
const COPYRIGHT =
  '© The MITRE Corporation. This work is reproduced and distributed with the permission of The MITRE Corporation.';

/**
 * Inputs: `attack_techniques_v19.json`, `attack_techniques.json` (campaigns of 18.1), `attack_crosswalk.json`, `attack_cloud_log_sources.json`,
 * `actors.json`, `procedures.jsonl`.
 */
export function buildAttack(input) {
  const current = readJson(input('attack/attack_techniques_v19.json'));
  const successors = successorsOf(input);
  const campaigns = new Map();
  for (const { id, prevalence } of readJson(input('attack/attack_techniques.json')).techniques) {
    const known = successors[id] ?? id;
    campaigns.set(known, (campaigns.get(known) ?? 0) + prevalence.campaigns);
  }
  return new Map([
    [`${DATA}/attack.json`, catalogueText(current, campaigns)],
    [`${DATA}/crosswalk.json`, sectionsText({ crosswalk: successors })],
    [`${DATA}/actors.json`, actorsText(input, successors)],
    [`${DATA}/cloud-prevalence.json`, sectionsText({ techniques: cloudPrevalence(input, current, successors) })],
    [`${DATA}/cloud-log-sources.json`, sectionsText({ techniques: cloudLogSources(input) })],
  ]);
}

/**
 * In how many procedures of groups and of campaigns, as ATT&CK tells them, a technique was used in a cloud: the sentence names one, or what
 * is found in one. An actor who is known from clouds uses most techniques on endpoints, so that counting the actor would say little.
 */
function cloudPrevalence(input, { techniques }, successors) {
  const words = readFileSync(CLOUD_WORDS, 'utf8').trim().split('\n');
  const speaksOfClouds = new RegExp(`\\b(?:${words.join('|')})\\b`, 'i');
  const counts = {};
  for (const line of readFileSync(input('attack/procedures.jsonl'), 'utf8').trim().split('\n')) {
    const { technique, by, text } = JSON.parse(line);
    const place = ['intrusion-set', 'campaign'].indexOf(by);
    if (place < 0 || !speaksOfClouds.test(text)) continue;
    const id = successors[technique] ?? technique;
    counts[id] ??= [0, 0];
    counts[id][place] += 1;
  }
  const iaas = techniques.filter(({ revoked, platforms }) => !revoked && platforms.includes('IaaS'));
  return Object.fromEntries(iaas.flatMap(({ id }) => (counts[id] === undefined ? [] : [[id, counts[id]]])));
}

/** Retired technique id → its successor in version 19. */
export function successorsOf(input) {
  return Object.fromEntries(
    readJson(input('attack/attack_crosswalk.json')).rows.map(({ from, to_v19: successor }) => [from, successor]),
  );
}

function catalogueText({ meta, tactics, techniques }, campaigns) {
  const tacticLines = tactics.map(({ id, shortname, name }) => JSON.stringify({ id, shortName: shortname, name }));
  const techniqueLines = techniques
    .filter(({ revoked }) => !revoked)
    .map(({ id, name, tactics: of, platforms, prevalence: { groups, software } }) =>
      JSON.stringify({
        id,
        name,
        tactics: of.map(({ shortname }) => shortname),
        platforms,
        prevalence: [groups, software, campaigns.get(id) ?? 0],
      }),
    );
  const list = (lines) => `[\n    ${lines.join(',\n    ')}\n  ]`;
  const [version] = meta.attack_version.split(' ');
  return `{
  "version": ${JSON.stringify(version)},
  "copyright": ${JSON.stringify(COPYRIGHT)},
  "tactics": ${list(tacticLines)},
  "techniques": ${list(techniqueLines)}
}
`;
}

/** Groups and campaigns with the techniques that ATT&CK records of them, one line each; those without any are left out. */
function actorsText(input, successors) {
  const lines = readJson(input('attack/actors.json'))
    .rows.map(({ id, kind, name, aliases, techniques }) => {
      const current = techniques.flatMap((technique) =>
        technique in successors ? (successors[technique] ?? []) : technique,
      );
      return { id, kind, name, aliases, techniques: [...new Set(current)].sort().join(' ') };
    })
    .filter(({ techniques }) => techniques !== '')
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((actor) => JSON.stringify(actor));
  return `[\n  ${lines.join(',\n  ')}\n]\n`;
}

function cloudLogSources(input) {
  const sources = {};
  const { rows } = readJson(input('attack/attack_cloud_log_sources.json'));
  for (const { technique_v19: id, log_source: source } of rows) {
    if (id === null) continue;
    sources[id] = [...new Set([...(sources[id] ?? []), source])].sort();
  }
  return sources;
}
