import type { CorrelationWindow, RuleMatch } from '@tripline/sigma';
import { type EventPlace, readEvents } from '../events/read-events.js';
import { EXIT, UsageError } from '../exit.js';
import { type RuleCollection, readCollection } from '../rule-collection.js';
import { createExplainer } from './explain.js';
import type { MatchCommandOptions } from './match-options.js';
import { RuleRun } from './rule-run.js';

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

/** Runs rules over events and prints what matches; gives the exit code. Throws a `UsageError` for unreadable rules or events. */
export async function runMatch(paths: readonly string[], options: MatchCommandOptions): Promise<number> {
  const { collection, files } = readRules(options);
  const documents = files.flatMap((file) => file.documents);
  const explain = options.explain ? createExplainer(documents) : undefined;
  const run = new RuleRun(documents, collection);
  let matches = 0;
  let events = 0;
  const report = (record: MatchRecord) => {
    if (record.matched) matches++;
    if (options.format === 'jsonl' || options.explain) process.stdout.write(`${JSON.stringify(record)}\n`);
    else process.stdout.write(`${record.path}:${record.line}: ${record.title}\n`);
  };
  for await (const group of readEvents(paths)) {
    for (const read of group) {
      if ('fault' in read) throw new UsageError(`cannot read events at ${read.path}:${read.line}: ${read.fault}`);
      events++;
      const { path, line, event } = read;
      const found = run.add(event, { path, line });
      if (explain !== undefined) for (const reasons of explain(event)) report({ path, line, ...reasons });
      else for (const { id, title } of found) report({ path, line, rule: id ?? null, title, matched: true });
    }
  }
  if (events === 0) throw new UsageError(`no event in ${paths.join(', ')}`);
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
  return matches > 0 ? EXIT.ok : EXIT.faults;
}

function readRules(options: MatchCommandOptions): RuleCollection {
  const rules = readCollection(options.rule, options);
  for (const { path, errors } of rules.files) {
    const [error] = errors;
    if (error !== undefined) {
      throw new UsageError(`${path}:${error.line ?? 1}:${error.column ?? 1}: ${error.code}: ${error.message}`);
    }
  }
  if (rules.files.every(({ documents }) => documents.length === 0))
    throw new UsageError(`no rule in ${options.rule.join(', ')}`);
  return rules;
}
