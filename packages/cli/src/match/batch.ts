import { createEventReader, type EventShape, type SigmaEvent } from '@tripline/sigma';
import type { JsonRecord } from '../events/json-records.js';
import { readEvents } from '../events/read-events.js';
import { createExplainer, type Reasons } from './explain.js';
import type { RuleRun } from './rule-run.js';
import type { PreparedRules, RunSetup } from './run-setup.js';

/** Records of one file that are tried together. */
export interface Batch {
  readonly path: string;
  readonly records: readonly JsonRecord[];
}

/** What came of a batch. It can be sent between threads. */
export interface BatchResult {
  readonly path: string;
  readonly events: number;
  /** How many events had each shape. */
  readonly shapes: Readonly<Partial<Record<EventShape, number>>>;
  /** The lines of events that are not understood. */
  readonly unknown: readonly number[];
  readonly faults: readonly { readonly line: number; readonly fault: string }[];
  /** The numbers of the rules that an event satisfies, and with `--explain` what each rule says. */
  readonly hits: readonly {
    readonly line: number;
    readonly rules: readonly number[];
    readonly reasons?: readonly Reasons[];
  }[];
  /** Events that something counts. */
  readonly kept: readonly { readonly line: number; readonly event: SigmaEvent; readonly rules: readonly number[] }[];
}

/** Makes the function that tries a batch. It keeps nothing between batches, so that any thread may take any of them. */
export function createBatchRunner(
  setup: RunSetup,
  { documents, openRun }: PreparedRules,
  run: RuleRun<(typeof documents)[number]> = openRun(),
): (batch: Batch) => BatchResult {
  const read = createEventReader({
    ...(setup.as === undefined ? {} : { as: setup.as }),
    maps: setup.pipelines.pipeline,
    fields: run.fields(),
  });
  const explain = setup.explain ? createExplainer(documents) : undefined;
  return ({ path, records }) => {
    const result = {
      path,
      events: 0,
      shapes: {} as Partial<Record<EventShape, number>>,
      unknown: [] as number[],
      faults: [] as { line: number; fault: string }[],
      hits: [] as BatchResult['hits'][number][],
      kept: [] as BatchResult['kept'][number][],
    };
    for (const each of readEvents(records, read)) {
      const { line } = each;
      if ('fault' in each) {
        result.faults.push({ line, fault: each.fault });
        continue;
      }
      const { shape, event } = each;
      result.events++;
      if (shape === undefined) result.unknown.push(line);
      else result.shapes[shape] = (result.shapes[shape] ?? 0) + 1;
      const rules = run.numbersOf(event);
      const reasons = explain?.(event);
      if (reasons !== undefined) result.hits.push({ line, rules, reasons });
      else if (rules.length > 0) result.hits.push({ line, rules });
      if (rules.length > 0 && run.isCounted(rules)) result.kept.push({ line, event, rules });
    }
    return result;
  };
}
