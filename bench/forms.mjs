// Whether every deployable form of a folder of Sigma rules is whole and switched off, or refused with a reason. Usage: node bench/forms.mjs
// [folder]; by default the public rules and the probes beside the checkout. Prints how many are written, refused and lowered in level, and what
// is wrong.
import {
  DEPLOY_FORMATS,
  deploy,
  INFORMATIVE_NOTES,
  parseSigma,
  SigmaError,
  standaloneDocuments,
} from '@tripline/sigma';
import { corpusFolder, ruleFiles } from './lib/corpus.mjs';

const folder = corpusFolder(process.argv[2], 'a folder of Sigma rules', 'sigma');

/** What is wrong with a form, by name; each product has its own switch. */
const FAULTS = {
  savedsearches: (text) => ({
    live: !/^disabled = 1$/m.test(text),
    'alerts again and again': !/^alert\.suppress = 1$/m.test(text),
    'no index': !/\bindex="?[^" ]+/.test(text),
  }),
  'splunk-terraform': (text) => ({ live: terraformRule(text).disabled !== true }),
  'opensearch-sigma': (text) => ({ 'no id': !/^id: /m.test(text), 'no level': !/^level: /m.test(text) }),
  'sentinel-repository': (text) => ({ live: JSON.parse(text).resources[0].properties.enabled !== false }),
  'sentinel-terraform': (text) => ({ live: terraformRule(text).enabled !== false }),
  'kibana-terraform': (text) => ({ live: terraformRule(text).enabled !== false }),
  'sentinel-yaml': (text) => ({ 'not a template': !/^kind: Scheduled$/m.test(text) }),
  'sentinel-arm': (text) => {
    const { properties } = JSON.parse(text).resources[0];
    return { live: properties.enabled !== false, 'too long': properties.query.length > 10_000 };
  },
  'kibana-ndjson': kibanaFaults,
  'kibana-lucene': kibanaFaults,
  'kibana-esql': (text) => {
    const { enabled, rule_id, type, query } = JSON.parse(text);
    return {
      live: enabled !== false,
      'no id': rule_id === undefined,
      'not ES|QL': type !== 'esql' || !/^FROM /.test(query),
    };
  },
  'opensearch-monitor': (text) => ({ live: JSON.parse(text).enabled !== false }),
  yaral: (text) => ({ 'not a rule': !/^rule [a-z]\w* \{\n/.test(text) }),
  'logscale-search': (text) => ({ live: !/^enabled: false$/m.test(text) }),
  'cortex-rule': (text) => ({ live: JSON.parse(text).request_data[0].is_enabled !== false }),
  eventbridge: (text) => ({ 'not a pattern': typeof JSON.parse(text) !== 'object' }),
  'metric-filter': (text) => ({ 'not a pattern': !text.startsWith('{') }),
};

const terraformRule = (text) => Object.values(Object.values(JSON.parse(text).resource)[0])[0];

function kibanaFaults(text) {
  const { enabled, rule_id, type, threshold, query } = JSON.parse(text);
  return {
    live: enabled !== false,
    'no id': rule_id === undefined,
    'too many groups': type === 'threshold' && threshold.field.length > 5,
    'not EQL': type === 'eql' && !/^(?:sequence|sample|any where)\b/.test(query),
  };
}

const counts = Object.fromEntries(DEPLOY_FORMATS.map((format) => [format, { written: 0, refused: 0, lowered: 0 }]));
const refusals = new Map();
const causes = new Map();
let faults = 0;
const files = ruleFiles(folder);
for (const { name, text } of files) {
  const collection = parseSigma(text);
  for (const document of standaloneDocuments(collection))
    for (const format of DEPLOY_FORMATS) judge(name, document, collection, format);
}
console.log(`${files.length} files of ${folder}\n`);
for (const [format, { written, refused, lowered }] of Object.entries(counts)) {
  const [some, others, low] = [written, refused, lowered].map((count) => String(count).padStart(5));
  console.log(`${format.padEnd(20)} written ${some}   refused ${others}   level lowered ${low}`);
}
console.log('\nLevel lowered because:');
for (const [cause, number] of [...causes].sort(([, a], [, b]) => b - a))
  console.log(`${String(number).padStart(6)}  ${cause}`);
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
    const said = error.message.replaceAll(/"[^"]*"/g, '"…"').replace(/not those of .*/, 'not those of another');
    const reason = `${format}: ${said}`.slice(0, 140);
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
    return;
  }
  counts[format].written++;
  if (form.text !== deploy(document, collection, format, { keepLevel: true }).text) {
    counts[format].lowered++;
    const codes = new Set(form.notes.map(({ code }) => code).filter((code) => !INFORMATIVE_NOTES.has(code)));
    const cause = `${format}: ${[...codes].sort().join(', ')}`;
    causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
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
