import {
  type CoverageConfig,
  createExportReader,
  createRuleReader,
  type ExportReader,
  type RuleReader,
} from '@tripline/coverage-service';

interface Readers {
  readonly ruleReader: RuleReader;
  readonly exportReader: ExportReader;
}

type Limits = Pick<
  CoverageConfig,
  'LIMIT_READER_THREADS' | 'LIMIT_READER_SECONDS' | 'LIMIT_READER_MEMORY_MB' | 'LIMIT_IMPORT_MEMORY_MB'
>;

/** By their limits, for all files that a test process runs: a thread takes the better part of a second of the processor to load. */
const readers = new Map<string, Readers>();

/**
 * Gives the readers of declared rules and of exports within a replica's limits. They are closed by nobody: idle threads do not keep the process alive,
 * and end after a minute.
 */
export function readersWithin({
  LIMIT_READER_THREADS: threads,
  LIMIT_READER_SECONDS: seconds,
  LIMIT_READER_MEMORY_MB: memoryMb,
  LIMIT_IMPORT_MEMORY_MB: importMemoryMb,
}: Limits): Readers {
  const limits = JSON.stringify([threads, seconds, memoryMb, importMemoryMb]);
  const known = readers.get(limits);
  if (known !== undefined) return known;
  const made = {
    ruleReader: createRuleReader({ threads, seconds, memoryMb }),
    exportReader: createExportReader({ threads, seconds, memoryMb: importMemoryMb }),
  };
  readers.set(limits, made);
  return made;
}
