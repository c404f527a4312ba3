// Compares the field maps with what vendors publish and writes unconfirmed.json, the claims for which no source was found. With --check it
// only compares, and fails where the file is not what the maps make. It always fails where a map uses what its vendor has retired.

import { readFileSync, writeFileSync } from 'node:fs';
import { claimsOf, FAMILIES } from './used.mjs';

const here = (name) => new URL(name, import.meta.url);
const read = (name) => JSON.parse(readFileSync(here(name), 'utf8'));
const facts = [read('published.json'), read('collected.json')];
const retired = read('retired.json');
const tables = read('../data/kql/tables.json');
const columns = new Set(Object.values(tables).flatMap((types) => Object.values(types).join(' ').split(' ')));
/** Tables without a vendor's reference: their names are ours. */
const OWN_TABLES = new Set(['BitbucketAudit_CL', 'ModSecurity_CL']);

const unconfirmed = {};
const faults = [];
for (const family of FAMILIES) {
  const claims = claimsOf(family);
  unconfirmed[family] = claims.filter((claim) => !isConfirmed(family, claim));
  console.log(`${family}: ${claims.length - unconfirmed[family].length} of ${claims.length} claims confirmed`);
  for (const claim of claims) {
    const why = retired[family]?.[claim];
    if (why !== undefined) faults.push(`${family}: "${claim}" is retired: ${why}`);
  }
}
const text = `${JSON.stringify(unconfirmed, null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(here('unconfirmed.json'), text);
else if (readFileSync(here('unconfirmed.json'), 'utf8') !== text) {
  faults.push(
    'facts/unconfirmed.json is not what the maps make: run npm run maps, and find a source for what is new in it',
  );
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

/** KQL tables and their columns are read from the vendors' table references (SOURCES.md), so a known one needs no rule that uses it. */
function isConfirmed(family, claim) {
  if (facts.some((known) => Object.hasOwn(known[family] ?? {}, claim))) return true;
  if (family !== 'kql') return false;
  const table = /^table (\w+)$/.exec(claim)?.[1];
  if (table !== undefined) return Object.hasOwn(tables, table) && !OWN_TABLES.has(table);
  const column = /^field (\w+)/.exec(claim)?.[1];
  return column !== undefined && columns.has(column);
}
