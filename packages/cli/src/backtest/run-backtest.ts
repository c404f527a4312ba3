import { type SigmaCorrelation, SigmaError, type SigmaRule } from '@tripline/sigma';
import { counted } from '../counted.js';
import { readEvents } from '../events/read-events.js';
import { EXIT, UsageError } from '../exit.js';
import { RuleRun } from '../match/rule-run.js';
import { openOutput } from '../output.js';
import { readCollection } from '../rule-collection.js';
import { openStatusLine, type StatusLine } from '../status-line.js';
import type { BacktestCommandOptions } from './backtest-options.js';
import type { BacktestReport } from './backtest-report.js';
import { type Expectations, NO_EXPECTATIONS, readExpectations } from './expectations.js';
import { renderJunit } from './junit.js';
import { renderTable } from './table.js';
import { Tally } from './tally.js';

/** Most things that could not be read as events that are named with their places. */
const MALFORMED_MAX = 100;

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
  let report: BacktestReport;
  try {
    report = await backtest(rules, events, options, expectations, line);
  } finally {
    line.end();
  }
  const [unused] = expectations.unused();
  if (unused !== undefined) throw new UsageError(`${options.expect}: no rule is called or lies at "${unused}"`);
  const output = openOutput(options.output);
  output.write(render(report, options));
  output.end();
  for (const { at, fault } of report.malformed.first) process.stderr.write(`${at}: not an event: ${fault}\n`);
  const { count, first } = report.malformed;
  if (count > first.length) process.stderr.write(`… and ${count - first.length} more that are not events\n`);
  for (const { at, fault } of report.unreadable_rules) process.stderr.write(`${at}: ${fault}\n`);
  const isFailed = report.breaches > 0 || report.unreadable_rules.length > 0 || (options.strict && count > 0);
  return isFailed ? EXIT.faults : EXIT.ok;
}

async function backtest(
  rules: string,
  paths: readonly string[],
  options: BacktestCommandOptions,
  expectations: Expectations,
  line: StatusLine,
): Promise<BacktestReport> {
  const start = performance.now();
  line.show('reading the rules');
  const { collection, files } = readCollection([rules], options);
  const unreadable = files.flatMap(({ path, errors }) =>
    errors.map((error) => ({ at: `${path}:${error.line ?? 1}`, fault: `${error.code}: ${error.message}` })),
  );
  const tallies = new Map<SigmaRule | SigmaCorrelation, Tally>();
  for (const { path, documents } of files) {
    for (const document of documents) tallies.set(document, new Tally(path, document));
  }
  if (tallies.size === 0 && unreadable.length === 0) throw new UsageError(`no rule in ${rules}`);
  const run = openRun([...tallies.keys()], collection);
  let events = 0;
  let malformedCount = 0;
  const malformed: { at: string; fault: string }[] = [];
  for await (const group of readEvents(paths)) {
    for (const read of group) {
      if ('fault' in read) {
        if (malformedCount++ < MALFORMED_MAX) malformed.push({ at: `${read.path}:${read.line}`, fault: read.fault });
        continue;
      }
      for (const document of run.add(read.event, read)) tallies.get(document)?.hit(read);
      if (++events % SHOWN_EVERY === 0) line.show(progress(read.path, events, performance.now() - start));
    }
  }
  if (events === 0) throw new UsageError(noEvents(paths, malformed[0]));
  line.show('counting what correlations count');
  tallyCorrelations(run, tallies);
  const reports = [...tallies.values()].map((tally) =>
    tally.report(events, expectations.of({ ...tally.document, path: tally.path })),
  );
  return {
    events,
    seconds: Math.round(performance.now() - start) / 1000,
    malformed: { count: malformedCount, first: malformed },
    rules: reports,
    unreadable_rules: unreadable,
    never_fired: reports.filter(({ hits }) => hits === 0).length,
    breaches: reports.filter(({ breaches }) => breaches.length > 0).length,
  };
}

/** Counts the windows of the correlations, once all events are there. */
function tallyCorrelations(run: ReturnType<typeof openRun>, tallies: ReadonlyMap<object, Tally>): void {
  for (const { document, windows, places, untimed, keptUntil } of run.finish()) {
    const tally = tallies.get(document) as Tally;
    for (const window of windows) tally.hit(places[window.events[0] ?? 0]);
    if (untimed > 0) tally.warn(`not counted: ${counted(untimed, 'event')} without a time that its rules match`);
    if (keptUntil !== undefined) {
      tally.warn(`too many events: those from ${keptUntil.path}:${keptUntil.line} on were not counted`);
    }
  }
}

/** A correlation whose rules are not there is a fault of the rules, not of this program. */
function openRun(...args: ConstructorParameters<typeof RuleRun<SigmaRule | SigmaCorrelation>>) {
  try {
    return new RuleRun(...args);
  } catch (error) {
    if (error instanceof SigmaError) throw new UsageError(error.message);
    throw error;
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
  return options.format === 'junit' ? renderJunit(report, options.strict) : renderTable(report);
}
