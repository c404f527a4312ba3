// Runs the engine over annotated advisories and prints how well it did.

import { mayBeRead } from './halves.mjs';
import { judge } from './judge.mjs';
import { apiCalls, oktaEvents } from './measures/api-calls.mjs';
import { commandLines } from './measures/command-lines.mjs';
import { indicators } from './measures/indicators.mjs';
import { roles } from './measures/roles.mjs';
import { conversions, humanRules, overBroad, traceability } from './measures/rules.mjs';
import { techniques, writtenIds } from './measures/techniques.mjs';
import { rulesPerText, thingsOnThePage } from './measures/things.mjs';
import { judgingModels } from './models.mjs';
import { apartText, errorList, table } from './report.mjs';
import { errorsOf, halvesIn, rowsOf } from './rows.mjs';
import { loudText, ownRecordingText } from './telemetry.mjs';
import { cpuText, engineStart } from './times.mjs';

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
  ...thingsOnThePage,
  ...rulesPerText,
  ...roles,
];
/** Prints the scores of what {@link argumentsOf} gives; the process ends with 1 where an advisory could not be read. */
export async function score({ all, cases, errors, shipped, start, telemetry }) {
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
  if (start) console.error(engineStart());
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
}
