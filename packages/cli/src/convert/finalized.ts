import { finalizeQueries, type ProcessingPipeline, type TargetId, targetsOfPipeline } from '@tripline/sigma';
import { UsageError } from '../exit.js';
import type { Output } from '../output.js';
import type { NoteLog } from './note-log.js';
import { createWriter, placeOf, type RecordFormat, type RecordWriter } from './record-writer.js';

/** The targets whose queries pipelines join into one text. */
export function finalizedTargets(
  targets: readonly TargetId[],
  pipelines: readonly ProcessingPipeline[],
): readonly TargetId[] {
  return targets.filter((target) => ownPipelines(target, pipelines).some(({ finalizers }) => finalizers.length > 0));
}

/** Collects the queries of each target, and at the end prints the text that the pipelines' finalizers make of them. */
export function createFinalizer(
  format: RecordFormat,
  targets: readonly TargetId[],
  pipelines: readonly ProcessingPipeline[],
  output: Output,
  log: NoteLog,
): RecordWriter {
  if (format !== 'text') {
    throw new UsageError(`a pipeline joins queries by finalizers, which goes with --format text, not ${format}`);
  }
  const finalized = new Set(finalizedTargets(targets, pipelines));
  const plain = createWriter('text', output, log);
  const queries = new Map([...finalized].map((target): [TargetId, string[]] => [target, []]));
  return {
    write(record) {
      const own = queries.get(record.target);
      if (own === undefined || !record.ok) return plain.write(record);
      own.push(...(record.queries ?? []));
      log.addNotes(placeOf(record), record.target, record.notes ?? []);
    },
    end() {
      for (const [target, own] of queries) {
        // A single text is what somebody loads: nothing stands before it.
        const heading = targets.length === 1 ? '' : `# ${target}\n`;
        output.write(`${heading}${finalizeQueries(own, ownPipelines(target, pipelines)) ?? ''}\n`);
      }
      plain.end();
    },
  };
}

function ownPipelines(target: TargetId, pipelines: readonly ProcessingPipeline[]): readonly ProcessingPipeline[] {
  return pipelines.filter((each) => each.backends === undefined || targetsOfPipeline(each).includes(target));
}
