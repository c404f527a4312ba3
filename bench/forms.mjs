// Whether every deployable form of a folder of Sigma rules is whole and switched off, or refused with a reason. Usage: node bench/forms.mjs
// [folder]; by default the public rules and the probes beside the checkout. Prints how many are written and refused, and what is wrong.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEPLOY_FORMATS, deploy, parseSigma, SigmaError, standaloneDocuments } from '@tripline/sigma';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = resolve(process.argv[2] ?? at('../../shared/data/sigma'));

/** What is wrong with a form, by name; each product has its own switch. */
const FAULTS = {
  savedsearches: (text) => ({
    live: !/^disabled = 1$/m.test(text),
    'alerts again and again': !/^alert\.suppress = 1$/m.test(text),
    'no index': !/\bindex="?[^" ]+/.test(text),
  }),
  'sentinel-yaml': (text) => ({ 'not a template': !/^kind: Scheduled$/m.test(text) }),
  'sentinel-arm': (text) => {
    const { properties } = JSON.parse(text).resources[0];
    return { live: properties.enabled !== false, 'too long': properties.query.length > 10_000 };
  },
  'kibana-ndjson': (text) => {
    const { enabled, rule_id, type, threshold, query } = JSON.parse(text);
    return {
      live: enabled !== false,
      'no id': rule_id === undefined,
      'too many groups': type === 'threshold' && threshold.field.length > 5,
      'the base search': type === 'eql' && !/^(?:sequence|sample)\b/.test(query),
    };
  },
  'opensearch-monitor': (text) => ({ live: JSON.parse(text).enabled !== false }),
  yaral: (text) => ({ 'not a rule': !/^rule [a-z]\w* \{\n/.test(text) }),
  eventbridge: (text) => ({ 'not a pattern': typeof JSON.parse(text) !== 'object' }),
  'metric-filter': (text) => ({ 'not a pattern': !text.startsWith('{') }),
};

const counts = Object.fromEntries(DEPLOY_FORMATS.map((format) => [format, { written: 0, refused: 0 }]));
const refusals = new Map();
let faults = 0;
const names = readdirSync(folder, { recursive: true }).filter((name) => /\.ya?ml$/i.test(name));
for (const name of names.sort()) {
  const collection = parseSigma(readFileSync(join(folder, name), 'utf8'));
  for (const document of standaloneDocuments(collection))
    for (const format of DEPLOY_FORMATS) judge(name, document, collection, format);
}
console.log(`${names.length} files of ${folder}\n`);
for (const [format, { written, refused }] of Object.entries(counts)) {
  console.log(`${format.padEnd(20)} written ${String(written).padStart(5)}   refused ${String(refused).padStart(5)}`);
}
console.log('\nRefused because:');
for (const [reason, number] of [...refusals].sort(([, a], [, b]) => b - a))
  console.log(`${String(number).padStart(6)}  ${reason}`);
console.log(`\n${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;

function judge(name, document, collection, format) {
  let form;
  try {
    form = deploy(document, collection, format);
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error;
    counts[format].refused++;
    const reason = `${format}: ${error.message.replaceAll(/"[^"]*"/g, '"…"')}`.slice(0, 140);
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
    return;
  }
  counts[format].written++;
  const found = {
    ...FAULTS[format](form.text),
    'the base search': form.notes.some(({ code }) => code === 'aggregation_dropped'),
  };
  for (const [fault, holds] of Object.entries(found)) {
    if (!holds) continue;
    faults++;
    console.log(`${format} of ${name}: ${fault}`);
  }
}
