// What `pnpm eval` is asked for. It loads nothing of the engine, which takes seconds: what is asked for wrongly is told at once.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HALVES, mayBeRead } from './halves.mjs';
import { loadCases } from './load-cases.mjs';

const OWN = fileURLToPath(new URL('../../packages/advisory/samples', import.meta.url));
const USAGE = `usage: pnpm eval [FOLDER] [--half old|working|judging] [--set NAME] [--ids FILE] [--errors] [--shipped] [--start] [--telemetry FOLDER]
       pnpm eval keys [FOLDER] --against REF [--texts N]: whether rules keep their keys from that commit's engine to this one
  FOLDER     of <id>/case.json; without it the own samples. With an index.json it has three halves, a column each
  --ids      only the advisories whose ids stand in FILE, one a line
  --errors   also lists what was missed and what was wrong, the judging half left out
  --shipped  with the technique model that ships, for a quick look: what it learnt from scores too well
  --start    also measures what a new process needs until the engine is loaded and has given its first answer
  --telemetry  also runs the rules over recorded logs with write-ups (*.ndjson.gz, *.txt): how loud they are, and whether a write-up's rule finds its own`;
const OPTIONS = {
  errors: { type: 'boolean', default: false },
  shipped: { type: 'boolean', default: false },
  start: { type: 'boolean', default: false },
  set: { type: 'string' },
  half: { type: 'string' },
  telemetry: { type: 'string' },
  ids: { type: 'string' },
};

/** The advisories to judge and how, from the command line. Ends the process with 2 and how it is used where it cannot be done. */
export async function argumentsOf(args) {
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
    const telemetry =
      values.telemetry === undefined ? undefined : (await import('./telemetry.mjs')).openTelemetry(values.telemetry);
    if (cases.length === 0) throw new Error('no case is of that set, half and list');
    return { all, cases, ...values, telemetry };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return process.exit(2);
  }
}
