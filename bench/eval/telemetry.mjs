// Rules on recorded logs: in which recordings each fires, and whether the rules of a write-up fire on its own recording.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate, read } from '@tripline/advisory';
import { createMatcher, parseSigma } from '@tripline/sigma';
import { readJson } from '../data-builders/files.mjs';
import { eventsOf } from '../data-builders/recordings.mjs';

const SOURCES = readJson(new URL('../data-builders/data/everyday-sources.json', import.meta.url));
const ENDING = '.ndjson.gz';
const ALARMING = ['medium', 'high', 'critical'];

/** Recordings of the folder and the rules of its write-ups; `fires` says in which recordings rules fire. */
export function openTelemetry(folder) {
  const recordings = readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .sort();
  if (recordings.length === 0) throw new Error(`${folder} holds no recording (*${ENDING})`);
  return {
    recordings,
    writeUps: recordings.filter((name) => readdirSync(folder).includes(`${name}.txt`)),
    fires: (rules) => fires(rules, recordings, folder),
    rulesOf: async (name) => generate(await read(readFileSync(join(folder, `${name}.txt`)))).rules,
  };
}

/** For every rule (by its index) the recordings with an event that it matches. Correlations never fire. */
async function fires(rules, recordings, folder) {
  const bySource = new Map();
  rules.forEach(({ yaml }, at) => {
    const documents = parseSigma(yaml).documents;
    const [rule] = documents;
    if (documents.length !== 1 || rule.kind !== 'rule') return;
    const { category, service } = rule.logsource;
    const key = category ?? service;
    bySource.set(key, [...(bySource.get(key) ?? []), { at, matcher: createMatcher(rule) }]);
  });
  const fired = rules.map(() => new Set());
  for (const recording of recordings) {
    for await (const event of eventsOf(join(folder, `${recording}${ENDING}`))) {
      for (const [key, seen] of viewsOf(event)) {
        for (const { at, matcher } of bySource.get(key) ?? []) if (matcher.matches(seen)) fired[at].add(recording);
      }
    }
  }
  return fired;
}

/** An event in the form of each of Sigma's log sources. */
function viewsOf(event) {
  const channel = String(event.Channel).toLowerCase();
  const id = Number(event.EventID);
  const has = (from) => from?.channel === channel && (from.events?.includes(id) ?? true);
  return SOURCES.flatMap(({ category = [], service = [], also, ...own }) => {
    if (has(own)) return [...category, ...service].map((key) => [key, event]);
    if (!has(also)) return [];
    const names = Object.entries(also.names).map(([field, name]) => [field, event[name]]);
    return [...category, ...service].map((key) => [key, { ...event, ...Object.fromEntries(names) }]);
  });
}

/** How many rules of advisories are noisy: of medium level or higher, and firing in a fifth of the recordings or in a tenth. */
export async function loudText(half, rules, telemetry) {
  const fired = await telemetry.fires(rules);
  const total = telemetry.recordings.length;
  const loud = (share) => rules.filter(({ level }, at) => ALARMING.includes(level) && fired[at].size >= share * total);
  return `quiet (${half}): of ${rules.length} rules ${loud(1 / 5).length} of medium or higher fire in a fifth of ${total} recordings, ${loud(1 / 10).length} in a tenth`;
}

/** How many write-ups give a rule that fires on their own recording and on at most a twentieth of all. */
export async function ownRecordingText(telemetry) {
  const { recordings, writeUps } = telemetry;
  const rules = [];
  for (const name of writeUps) for (const rule of await telemetry.rulesOf(name)) rules.push({ ...rule, name });
  const fired = await telemetry.fires(rules);
  const few = Math.ceil(recordings.length / 20);
  const hit = new Set(rules.flatMap(({ name }, at) => (fired[at].has(name) && fired[at].size <= few ? [name] : [])));
  const share = writeUps.length === 0 ? 0 : hit.size / writeUps.length;
  return `own recording: ${hit.size} of ${writeUps.length} write-ups (${share.toFixed(3)}) give a rule that fires on it and on at most ${few} of ${recordings.length} recordings`;
}
