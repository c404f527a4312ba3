// How often everyday events occur in recorded logs: the values and the joint shapes that several recordings have.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anonymous, generalForms, namesIn } from './everyday-values.mjs';
import { readJson } from './files.mjs';
import { eventsOf } from './recordings.mjs';

const SOURCES = readJson(new URL('data/everyday-sources.json', import.meta.url));
const LEFT_OUT = readFileSync(new URL('data/everyday-left-out.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.replace(/\s+#.*$/, '').toLowerCase())
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Values and shapes in fewer recordings do not count as everyday. */
const RECORDINGS_MIN = 3;

/** Inputs: `telemetry`, one gzip file of newline-delimited JSON a recording. */
export async function buildEveryday(input) {
  const folder = input('telemetry');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.gz'))
    .sort();
  const tables = SOURCES.map((source) => ({ ...source, seen: new Set(), raw: new Map() }));
  for (const [recording, file] of files.entries()) await gather(tables, recording, join(folder, file));
  const written = tables.filter(({ seen }) => seen.size > 0).map(shapesOf);
  const sets = [...new Set(written.flatMap(({ rows, seen }) => [seen, ...rows.map(([set]) => set)]))].sort();
  const lines = written.map((table) => tableText(table, sets));
  const text = `{
"recordings": ${files.length},
"sets": ${JSON.stringify(sets)},
"tables": [
${lines.join(',\n')}
]
}
`;
  return new Map([['packages/advisory/data/everyday.json', text]]);
}

/** Adds a recording's events to the tables, names of its hosts and accounts replaced. */
async function gather(tables, recording, file) {
  const names = await namesIn(eventsOf(file));
  for await (const event of eventsOf(file)) {
    const channel = String(event.Channel).toLowerCase();
    const id = Number(event.EventID);
    for (const table of tables) {
      const named = [table, table.also].find(
        (from) => from?.channel === channel && (from.events?.includes(id) ?? true),
      );
      if (named === undefined) continue;
      table.seen.add(recording);
      const values = table.fields.map((field) => anonymous(event, named.names?.[field] ?? field, names));
      const key = values.join('\u0000');
      if (isLeftOut(key)) continue;
      if (!table.raw.has(key)) table.raw.set(key, { values, recordings: new Set() });
      table.raw.get(key).recordings.add(recording);
    }
  }
}

function isLeftOut(text) {
  const lower = text.toLowerCase();
  return LEFT_OUT.some((words) => lower.includes(words));
}

/** The shapes of a table's events: each value as exactly as enough recordings have it, and the shapes that enough recordings have. */
function shapesOf({ category = [], service = [], fields, seen, raw }) {
  const forms = fields.map((field) => generalForms(field));
  const known = fields.map(() => new Map());
  for (const { values, recordings } of raw.values()) {
    values.forEach((value, at) => {
      for (const form of forms[at](value)) addAll(known[at], form.toLowerCase(), recordings);
    });
  }
  const shapes = new Map();
  for (const { values, recordings } of raw.values()) {
    const general = values.map(
      (value, at) => forms[at](value).find((form) => known[at].get(form.toLowerCase()).size >= RECORDINGS_MIN) ?? '',
    );
    const lower = general.join('\u0000').toLowerCase();
    if (lower.replaceAll('\u0000', '') === '') continue;
    if (!shapes.has(lower)) shapes.set(lower, { general, recordings: new Set() });
    for (const recording of recordings) shapes.get(lower).recordings.add(recording);
  }
  const rows = [...shapes.values()]
    .filter(({ recordings }) => recordings.size >= RECORDINGS_MIN)
    .map(({ general, recordings }) => [bits(recordings), general]);
  return { category, service, fields, seen: bits(seen), rows };
}

function addAll(map, key, recordings) {
  if (!map.has(key)) map.set(key, new Set());
  for (const recording of recordings) map.get(key).add(recording);
}

/** A set of recordings as a number in base 16, the first recording its lowest bit. */
function bits(recordings) {
  let number = 0n;
  for (const recording of recordings) number |= 1n << BigInt(recording);
  return number.toString(16);
}

/** A table: its columns' values, then its rows as places in `sets` and in the columns. An empty value is place 0. */
function tableText({ category, service, fields, seen, rows }, sets) {
  const columns = fields.map((_, at) =>
    ['', ...new Set(rows.map(([, values]) => values[at]).filter((v) => v !== ''))].sort(),
  );
  const places = rows
    .map(([set, values]) => [sets.indexOf(set), ...values.map((value, at) => columns[at].indexOf(value))].join(' '))
    .sort();
  const head = { category, service, recordings: sets.indexOf(seen), fields };
  const values = columns.map((column) => JSON.stringify(column));
  return `{${JSON.stringify(head).slice(1, -1)},"values":[\n${values.join(',\n')}],\n"rows":${JSON.stringify(places.join(';'))}}`;
}
