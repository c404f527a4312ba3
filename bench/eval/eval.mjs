// Scores the engine on annotated advisories: pnpm eval [FOLDER] [--errors] [--set NAME].

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadCases } from './cases.mjs';
import { judge } from './judge.mjs';
import { apiCalls, oktaEvents } from './measures/api-calls.mjs';
import { commandLines } from './measures/command-lines.mjs';
import { indicators } from './measures/indicators.mjs';
import { conversions, humanRules, overBroad, traceability } from './measures/rules.mjs';
import { techniques, writtenIds } from './measures/techniques.mjs';
import { errorList, table, withOverall } from './report.mjs';

const OWN = fileURLToPath(new URL('../../packages/advisory/samples', import.meta.url));
const USAGE =
  'usage: pnpm eval [FOLDER] [--errors] [--set NAME]   (FOLDER of <id>/case.json; without it the own samples)';
const MEASURES = [
  apiCalls,
  oktaEvents,
  indicators,
  conversions,
  techniques,
  writtenIds,
  commandLines,
  humanRules,
  traceability,
  overBroad,
];

function argumentsOf(args) {
  try {
    const options = { errors: { type: 'boolean', default: false }, set: { type: 'string' } };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length > 1) throw new Error(`one folder, not ${positionals.length}`);
    const cases = loadCases(positionals[0] ?? OWN).filter(({ set }) => values.set === undefined || set === values.set);
    if (cases.length === 0) throw new Error(`no case is of the set ${values.set}`);
    return { cases, errors: values.errors };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return process.exit(2);
  }
}

const { cases, errors } = argumentsOf(process.argv.slice(2));
const judged = [];
const failed = [];
for (const each of cases) {
  try {
    judged.push(await judge(each));
  } catch (error) {
    failed.push(`${each.id}: ${error.message}`);
  }
}
const sets = [...new Set(judged.map(({ set }) => set))];
const groups = sets.map((set) => ({ set, cases: judged.filter((each) => each.set === set) }));
const rows = MEASURES.flatMap((measure) => {
  const found = measure(groups);
  return [...new Set(found.map((row) => row.measure))].flatMap((name) =>
    withOverall(found.filter((row) => row.measure === name)),
  );
});
console.log(table(rows));
const times = judged.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
const percentile = (share) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0);
console.log(`\n${judged.length} advisories, ${judged.reduce((sum, { rules }) => sum + rules.length, 0)} rules`);
console.error(`CPU per advisory: median ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms`);
if (errors) {
  const texts = new Map(judged.map(({ id, doc }) => [id, doc.text]));
  console.log(errorList(rows, (id) => texts.get(id) ?? ''));
}
if (failed.length > 0) {
  console.error(`not read:\n${failed.join('\n')}`);
  process.exitCode = 1;
}
