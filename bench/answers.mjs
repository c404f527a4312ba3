// Whether the queries of a folder of Sigma rules answer as the rules do: events that a rule matches, and events that it only just fails to
// match, are run through the queries by the interpreters of the tests. Usage: node bench/answers.mjs [folder] [--show TARGET]; by default the
// public rules beside the checkout. Fields stand under the rule's names (pipeline `none`), so that only the logic is measured. A query that
// finds more than its rule is counted apart where a note says so; one that finds less without a note of it is always a difference.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  convert,
  createMatcher,
  DEFAULT_TARGET_IDS,
  INFORMATIVE_NOTES,
  parseSigma,
  sampleEvents,
} from '@tripline/sigma';
import { build } from 'esbuild';
import { corpusFolder, ruleFiles } from './lib/corpus.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const args = process.argv.slice(2);
const show = args.includes('--show') ? args.splice(args.indexOf('--show'), 2)[1] : undefined;
const folder = corpusFolder(args[0], 'a folder of Sigma rules', 'sigma/rules');
const interpreters = await loadInterpreters();

/** Whether the query finds an event, by target; `types` are those of the fields that the rule tests. */
const FINDS = {
  siem_spl: ({ splMatches, toSplEvent }, query, event) => splMatches(query, toSplEvent(event)),
  siem_kql: ({ kqlReturns }, query, event, types) => kqlReturns(query, kqlRow(event, types)),
  siem_lucene: luceneFinds,
  siem_dql: luceneFinds,
  siem_udm: ({ udmSearch }, query, event) => udmSearch(query)(udmEvent(event)),
  siem_yaral: ({ yaralEvents }, query, event) => yaralEvents(query)(udmEvent(event)),
};
/** Products in which a field has one value, and an empty text is no value. */
const PLAIN = new Set(['siem_kql', 'siem_udm', 'siem_yaral']);

const rules = ruleFiles(folder)
  .flatMap(({ name, text }) => {
    const collection = parseSigma(text);
    return collection.documents.filter(({ kind }) => kind === 'rule').map((rule) => ({ name, rule, collection }));
  })
  .filter(({ rule }) => rule.conditions.every(({ aggregation }) => aggregation === undefined));
const samples = rules.map(({ rule }) => sampleEvents(rule));
const number = samples.reduce((sum, { match, noMatch }) => sum + match.length + noMatch.length, 0);
console.log(`${rules.length} rules of ${folder}, ${number} events\n`);
console.log('target        as the rule   wider, noted   narrower, noted   different   not run');
let different = 0;
for (const target of DEFAULT_TARGET_IDS) {
  const counts = { same: 0, wider: 0, narrower: 0, different: 0, unread: 0 };
  for (const [index, { name, rule, collection }] of rules.entries()) {
    const conversion = convert(rule, collection, target, { pipeline: 'none' });
    if (!conversion.ok) throw conversion.error;
    const [outcome, detail] = judge(target, conversion, createMatcher(rule), samples[index], typesOf(rule));
    counts[outcome]++;
    if (show === target && outcome !== 'same') console.log(`  ${outcome}  ${name}\n    ${detail}`);
  }
  different += counts.different;
  const columns = [counts.same, counts.wider, counts.narrower, counts.different, counts.unread];
  console.log(target.padEnd(12), ...columns.map((count, index) => String(count).padStart([12, 14, 17, 11, 9][index])));
}
process.exitCode = different === 0 ? 0 : 1;

/** How the answers of a query compare with the rule's, and an example where they differ. */
function judge(target, { queries, notes }, matcher, { match, noMatch }, types) {
  const codes = new Set(notes.map(({ code }) => code).filter((code) => !INFORMATIVE_NOTES.has(code)));
  let outcome = 'same';
  let detail = '';
  for (const event of [...match, ...noMatch]) {
    const expected = matcher.matches(event);
    if (PLAIN.has(target) && !isPlain(flat(event), types, expected, matcher)) continue;
    let found;
    try {
      found = FINDS[target](interpreters, queries[0], flat(event), types);
    } catch (error) {
      return ['unread', `${error.message}: ${queries[0]}`];
    }
    if (found === expected) continue;
    const noted = found ? codes.size > 0 : codes.has('narrowed_keywords');
    const own = noted ? (found ? 'wider' : 'narrower') : 'different';
    if (outcome !== 'different') outcome = own;
    detail = `${found ? 'found' : 'not found'} ${JSON.stringify(event)} [${[...codes]}]\n    ${queries[0]}`;
  }
  return [outcome, detail];
}

/** Whether a field that the rule tests holds numbers, truths or texts: texts unless the rule asks for nothing but the others. */
function typesOf({ conditions }) {
  const types = {};
  const visit = (node) => {
    if (node.kind === 'not') visit(node.child);
    else if (node.kind === 'and' || node.kind === 'or') node.children.forEach(visit);
    else if (node.kind === 'field') {
      for (const { op, field } of node.tests) {
        if (op === 'fieldref') types[field] = 'keyword';
        const type = op === 'boolean' ? op : op === 'number' || op === 'compare' ? 'number' : 'keyword';
        if (op === 'null' || op === 'exists') types[node.field] ??= 'keyword';
        else if (types[node.field] !== type) types[node.field] = types[node.field] === undefined ? type : 'keyword';
      }
    }
  };
  for (const { tree } of conditions) visit(tree);
  return types;
}

/** An event without lists, whose verdict does not hang on whether a field is empty or missing. */
function isPlain(event, types, expected, matcher) {
  if (Object.values(event).some(Array.isArray)) return false;
  const kept = Object.fromEntries(Object.entries(event).filter(([, value]) => value !== ''));
  const missing = Object.keys(types).filter((name) => !Object.hasOwn(kept, name));
  const filled = { ...kept, ...Object.fromEntries(missing.map((name) => [name, ''])) };
  return matcher.matches(kept) === expected && matcher.matches(filled) === expected;
}

function luceneFinds({ luceneMatches }, query, event, types) {
  return luceneMatches(query, typed(event, types), types);
}

/** Every column of the table has a value: an empty text, or a null where it holds numbers. */
function kqlRow(event, types) {
  const empty = Object.entries(types).map(([name, type]) => [name, type === 'keyword' ? '' : null]);
  return { ...Object.fromEntries(empty), ...typed(event, types) };
}

function typed(event, types) {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      (types[name] ?? 'keyword') !== 'keyword' || Array.isArray(value) || value === null ? value : String(value),
    ]),
  );
}

/** An event as products index it: each value under its whole name. */
function flat(event, prefix = '') {
  return Object.assign(
    {},
    ...Object.entries(event).map(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? flat(value, `${prefix}${name}.`)
        : { [prefix + name]: value },
    ),
  );
}

/** The raw line of the log has all values of the event. */
function udmEvent(event) {
  const raw = Object.values(event).join('\n');
  const fields = Object.entries({ ...event, raw, 'metadata.event_timestamp.seconds': 1_700_000_000 });
  return new Map(fields.map(([name, value]) => [name, Array.isArray(value) ? value : [value]]));
}

/** The interpreters are TypeScript; they are compiled into one module that is thrown away. */
async function loadInterpreters() {
  const support = at('../packages/sigma/test/support');
  const made = mkdtempSync(join(support, '.answers-'));
  try {
    const files = ['spl-interpreter', 'spl-values', 'kql-interpreter', 'lucene-interpreter', 'udm-interpreter'];
    const outfile = join(made, 'interpreters.mjs');
    await build({
      stdin: { contents: files.map((name) => `export * from './${name}.ts';`).join('\n'), resolveDir: support },
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      outfile,
    });
    return await import(pathToFileURL(outfile));
  } finally {
    rmSync(made, { recursive: true });
  }
}
