import type { CorrelationWindow, RuleMatch, SigmaCorrelation, SigmaRule } from '@tripline/sigma';
import { counted } from '../counted.js';
import type { EventPlace } from '../events/read-events.js';
import { EXIT, UsageError } from '../exit.js';
import type { BatchResult } from './batch.js';
import { EventCounts } from './event-counts.js';
import { runEvents } from './event-run.js';
import type { MatchCommandOptions } from './match-options.js';
import { readSetup, untilStopped } from './read-setup.js';
import type { RuleRun } from './rule-run.js';
import type { PreparedRules } from './run-setup.js';
import { refuseFirst } from './strict.js';

/** One line of the output. */
interface MatchRecord extends EventPlace {
  readonly rule: string | null;
  readonly title: string;
  readonly matched: boolean;
  /** The reasons, for `--explain`. */
  readonly conditions?: RuleMatch['conditions'];
  /** For counting rules: the places of all events in the window, and its group, times and value. */
  readonly places?: readonly EventPlace[];
  readonly group?: CorrelationWindow['group'];
  readonly from?: string;
  readonly to?: string;
  readonly value?: number;
}

type Run = RuleRun<SigmaRule | SigmaCorrelation>;

/** Runs rules over events and prints what matches; gives the exit code. Throws a `UsageError` where nothing can be run. */
export async function runMatch(paths: readonly string[], options: MatchCommandOptions): Promise<number> {
  const { setup, rules } = readSetup(options.rule, options, options.explain);
  const run = rules.openRun();
  const counts = new EventCounts();
  let matches = 0;
  const report = (record: MatchRecord) => {
    if (record.matched) matches++;
    if (options.format === 'jsonl' || options.explain) process.stdout.write(`${JSON.stringify(record)}\n`);
    else process.stdout.write(`${record.path}:${record.line}: ${record.title}\n`);
  };
  const follow = options.follow ? { follow: untilStopped() } : {};
  const threads = options.threads === undefined ? {} : { threads: options.threads };
  for await (const result of runEvents(setup, rules, run, { paths, ...follow, ...threads })) {
    counts.add(result);
    reportHits(result, run, report);
    if (options.strict) refuseFirst(result);
  }
  reportCounted(run, report);
  return conclude(paths, rules, counts, matches);
}

function reportHits({ path, hits }: BatchResult, run: Run, report: (record: MatchRecord) => void): void {
  for (const { line, rules, reasons } of hits) {
    if (reasons !== undefined) for (const each of reasons) report({ path, line, ...each });
    else for (const { id, title } of run.firing(rules)) report({ path, line, rule: id ?? null, title, matched: true });
  }
}

function reportCounted(run: Run, report: (record: MatchRecord) => void): void {
  for (const { document, windows, places, keptUntil } of run.finish()) {
    if (keptUntil !== undefined) {
      process.stderr.write(
        `tripline: warning: ${document.title}: events from ${keptUntil.path}:${keptUntil.line} on were not counted, there are too many\n`,
      );
    }
    for (const { events, fromMs, toMs, group, value } of windows) {
      const at = events.map((number) => places[number] as EventPlace);
      report({
        ...(at[0] as EventPlace),
        places: at,
        rule: document.id ?? null,
        title: document.title,
        matched: true,
        group,
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        value,
      });
    }
  }
}

/**
 * Says what was read and what was not. Exit code 2 where a rule or a line could not be read, or nothing matched and not every event was
 * understood: "nothing found" is only said of what was looked at.
 */
function conclude(paths: readonly string[], { faults }: PreparedRules, counts: EventCounts, matches: number): number {
  for (const { at, fault } of faults) process.stderr.write(`${at}: ${fault}\n`);
  counts.name();
  if (counts.events === 0 && counts.malformed === 0) throw new UsageError(`no event in ${paths.join(', ')}`);
  const unread = faults.length === 0 ? '' : `; ${counted(faults.length, 'rule')} not read`;
  process.stderr.write(`${counted(matches, 'match', 'matches')} in ${counts.words()}${unread}\n`);
  if (faults.length > 0 || counts.malformed > 0) return EXIT.usage;
  if (matches > 0) return EXIT.ok;
  return counts.unknown > 0 ? EXIT.usage : EXIT.faults;
}
