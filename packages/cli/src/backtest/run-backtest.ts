import type { SigmaCorrelation, SigmaRule } from '@tripline/sigma';
import { counted } from '../counted.js';
import { EXIT, UsageError } from '../exit.js';
import { EventCounts } from '../match/event-counts.js';
import { runEvents } from '../match/event-run.js';
import { readSetup, untilStopped } from '../match/read-setup.js';
import type { RuleRun } from '../match/rule-run.js';
import { refuseFirst } from '../match/strict.js';
import { openOutput } from '../output.js';
import { openStatusLine, type StatusLine } from '../status-line.js';
import type { BacktestCommandOptions } from './backtest-options.js';
import type { BacktestReport } from './backtest-report.js';
import { type Expectations, NO_EXPECTATIONS, readExpectations } from './expectations.js';
import { renderJunit } from './junit.js';
import { renderTable } from './table.js';
import { Tally } from './tally.js';

/** After how many events the progress is shown anew. */
const SHOWN_EVERY = 2000;

/** Runs the rules over the events, writes the report and gives the exit code. Throws a `UsageError` for what cannot be read. */
export async function runBacktest(
  rules: string,
  events: readonly string[],
  options: BacktestCommandOptions,
): Promise<number> {
  const expectations = options.expect === undefined ? NO_EXPECTATIONS : readExpectations(options.expect);
  const line = await openStatusLine();
  const counts = new EventCounts();
  let report: BacktestReport;
  try {
    report = await backtest(rules, events, options, expectations, counts, line);
  } finally {
    line.end();
  }
  const [unused] = expectations.unused();
  if (unused !== undefined) throw new UsageError(`${options.expect}: no rule is called or lies at "${unused}"`);
  const output = openOutput(options.output);
  output.write(render(report, options));
  output.end();
  counts.name();
  for (const { at, fault } of report.unreadable_rules) process.stderr.write(`${at}: ${fault}\n`);
  const isFailed =
    report.breaches > 0 || report.unreadable_rules.length > 0 || counts.malformed > 0 || counts.unknown > 0;
  return isFailed ? EXIT.faults : EXIT.ok;
}

async function backtest(
  path: string,
  paths: readonly string[],
  options: BacktestCommandOptions,
  expectations: Expectations,
  counts: EventCounts,
  line: StatusLine,
): Promise<BacktestReport> {
  const start = performance.now();
  line.show('reading the rules');
  const { setup, rules } = readSetup([path], options, false);
  const tallies = new Map(
    [...rules.pathOf].map(([document, file]): [SigmaRule | SigmaCorrelation, Tally] => [
      document,
      new Tally(file, document),
    ]),
  );
  const run = rules.openRun();
  const follow = options.follow ? { follow: untilStopped() } : {};
  const threads = options.threads === undefined ? {} : { threads: options.threads };
  let shown = 0;
  for await (const result of runEvents(setup, rules, run, { paths, ...follow, ...threads })) {
    counts.add(result);
    if (options.strict) refuseFirst(result);
    for (const { line, rules: numbers } of result.hits) {
      for (const document of run.firing(numbers)) tallies.get(document)?.hit({ path: result.path, line });
    }
    if (counts.events - shown < SHOWN_EVERY) continue;
    shown = counts.events;
    line.show(progress(result.path, counts.events, performance.now() - start));
  }
  if (counts.events === 0) throw new UsageError(noEvents(paths, counts.firstMalformed[0]));
  line.show('counting what correlations count');
  tallyCorrelations(run, tallies);
  const reports = [...tallies.values()].map((tally) =>
    tally.report(counts.events, expectations.of({ ...tally.document, path: tally.path })),
  );
  return {
    events: counts.events,
    seconds: Math.round(performance.now() - start) / 1000,
    malformed: { count: counts.malformed, first: counts.firstMalformed },
    shapes: counts.shapes(),
    not_understood: { count: counts.unknown, first: counts.firstUnknown.map(({ at }) => at) },
    rules: reports,
    unreadable_rules: rules.faults,
    never_fired: reports.filter(({ hits }) => hits === 0).length,
    breaches: reports.filter(({ breaches }) => breaches.length > 0).length,
  };
}

/** Counts the windows of the correlations, once all events are there. */
function tallyCorrelations(run: RuleRun<SigmaRule | SigmaCorrelation>, tallies: ReadonlyMap<object, Tally>): void {
  for (const { document, windows, places, untimed, keptUntil } of run.finish()) {
    const tally = tallies.get(document) as Tally;
    for (const window of windows) tally.hit(places[window.events[0] ?? 0]);
    if (untimed > 0) tally.warn(`not counted: ${counted(untimed, 'event')} without a time that its rules match`);
    if (keptUntil !== undefined) {
      tally.warn(`too many events: those from ${keptUntil.path}:${keptUntil.line} on were not counted`);
    }
  }
}

function progress(path: string, events: number, ms: number): string {
  return `${events.toLocaleString('en')} events, ${Math.round((events / ms) * 1000).toLocaleString('en')} a second: ${path}`;
}

function noEvents(paths: readonly string[], malformed: { at: string; fault: string } | undefined): string {
  const why = malformed === undefined ? '' : `; ${malformed.at} is not an event: ${malformed.fault}`;
  return `no event in ${paths.join(', ')}${why}`;
}

function render(report: BacktestReport, options: BacktestCommandOptions): string {
  if (options.format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
  return options.format === 'junit' ? renderJunit(report) : renderTable(report);
}
