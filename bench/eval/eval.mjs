// Scores the engine on annotated advisories: pnpm eval [FOLDER] [--half NAME] [--set NAME] [--ids FILE] [--errors] [--shipped] [--telemetry FOLDER].

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadCases } from './cases.mjs';
import { HALVES, mayBeRead } from './halves.mjs';
import { judge } from './judge.mjs';
import { apiCalls, oktaEvents } from './measures/api-calls.mjs';
import { commandLines } from './measures/command-lines.mjs';
import { indicators } from './measures/indicators.mjs';
import { conversions, humanRules, overBroad, traceability } from './measures/rules.mjs';
import { techniques, writtenIds } from './measures/techniques.mjs';
import { judgingModels } from './models.mjs';
import { apartText, errorList, table } from './report.mjs';
import { errorsOf, halvesIn, rowsOf } from './rows.mjs';
import { loudText, openTelemetry, ownRecordingText } from './telemetry.mjs';
import { cpuText, engineStart } from './times.mjs';

const OWN = fileURLToPath(new URL('../../packages/advisory/samples', import.meta.url));
const USAGE = `usage: pnpm eval [FOLDER] [--half old|working|judging] [--set NAME] [--ids FILE] [--errors] [--shipped] [--telemetry FOLDER]
  FOLDER     of <id>/case.json; without it the own samples. With an index.json it has three halves, a column each
  --ids      only the advisories whose ids stand in FILE, one a line
  --errors   also lists what was missed and what was wrong, the judging half left out
  --shipped  with the technique model that ships, for a quick look: what it learnt from scores too well
  --telemetry  also runs the rules over recorded logs with write-ups (*.ndjson.gz, *.txt): how loud they are, and whether a write-up's rule finds its own`;
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
const OPTIONS = {
  errors: { type: 'boolean', default: false },
  shipped: { type: 'boolean', default: false },
  set: { type: 'string' },
  half: { type: 'string' },
  telemetry: { type: 'string' },
  ids: { type: 'string' },
};

function argumentsOf(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    if (positionals.length > 1) throw new Error(`one folder, not ${positionals.length}`);
    if (values.half !== undefined && !HALVES.includes(values.half)) throw new Error(`there is no half ${values.half}`);
    if (values.errors && values.half !== undefined && !mayBeRead(values.half))
      throw new Error(`the ${values.half} half is counted, not read: it lists no errors`);
    const all = loadCases(positionals[0] ?? OWN);
    const ids = values.ids === undefined ? undefined : new Set(readFileSync(values.ids, 'utf8').split(/\s+/));
    const cases = all.filter(
      ({ id, set, half }) =>
        (values.set === undefined || set === values.set) &&
        (values.half === undefined || half === values.half) &&
        (ids === undefined || ids.has(id)),
    );
    const telemetry = values.telemetry === undefined ? undefined : openTelemetry(values.telemetry);
    if (cases.length === 0) throw new Error('no case is of that set, half and list');
    return { all, cases, ...values, telemetry };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return process.exit(2);
  }
}

const { all, cases, errors, shipped, telemetry } = argumentsOf(process.argv.slice(2));
const models = shipped ? undefined : await judgingModels(all);
const judged = [];
const failed = [];
for (const each of cases) {
  try {
    judged.push(await judge(each, models?.of(each.id)));
  } catch (error) {
    failed.push({ half: each.half, text: `${each.id}: ${error.message}` });
  }
}
const halves = halvesIn(judged);
const rows = rowsOf(MEASURES, judged);
console.log(table(rows, halves));
console.log('');
if (halves.includes('working') && halves.includes('judging')) console.log(apartText(rows));
console.log(
  models === undefined
    ? 'technique model: the one that ships'
    : `technique model: trained for judging on ${models.learnt} reports, none of them the one judged or of the judging half`,
);
for (const half of halves) {
  const each = judged.filter((one) => one.half === half);
  console.log(`${half}: ${each.length} advisories, ${each.reduce((sum, { rules }) => sum + rules.length, 0)} rules`);
}
if (telemetry !== undefined) {
  for (const half of halves) {
    const rules = judged.filter((one) => one.half === half).flatMap((one) => one.rules);
    console.log(await loudText(half, rules, telemetry));
  }
  console.log(await ownRecordingText(telemetry));
}
console.error(
  halves
    .map((half) =>
      cpuText(
        half,
        judged.filter((each) => each.half === half),
      ),
    )
    .join('\n'),
);
if (!shipped) console.error(engineStart());
if (errors) {
  const texts = new Map(judged.map(({ id, doc }) => [id, doc.text]));
  console.log(errorList(errorsOf(MEASURES, judged), (id) => texts.get(id) ?? ''));
}
if (failed.length > 0) {
  const named = failed.filter(({ half }) => mayBeRead(half)).map(({ text }) => text);
  const unnamed = failed.length - named.length;
  console.error(['not read:', ...named, ...(unnamed > 0 ? [`${unnamed} of the judging half`] : [])].join('\n'));
  process.exitCode = 1;
}
