import { counted } from '../counted.js';
import type { ConversionRecord } from './record-writer.js';

/** Counts and times of one run of `tripline convert`. */
export class ConvertStats {
  /** Number of documents, with unreadable ones. */
  rules = 0;
  failed = 0;
  /** Left out by `--skip-unsupported`. */
  skipped = 0;
  private converted = 0;
  private noted = 0;
  private readonly started = process.hrtime.bigint();
  private readonly nanoseconds = { parse: 0n, convert: 0n };

  /** Runs some work and adds its time to a stage. */
  time<Result>(stage: 'parse' | 'convert', work: () => Result): Result {
    const start = process.hrtime.bigint();
    const result = work();
    this.nanoseconds[stage] += process.hrtime.bigint() - start;
    return result;
  }

  /** Counts one result. */
  count(record: ConversionRecord): void {
    if (!record.ok) this.failed++;
    else this.converted++;
    if (record.notes !== undefined && record.notes.length > 0) this.noted++;
  }

  /** The lines for standard error. */
  report(): string {
    const total = Number(process.hrtime.bigint() - this.started) / 1e9;
    const memory = Math.round(process.memoryUsage().rss / 1024 / 1024);
    return [
      `${counted(this.rules, 'rule')}: ${counted(this.converted, 'query', 'queries')}, ${counted(this.failed, 'failure')}, ${this.skipped} skipped, ${this.noted} with notes`,
      this.line('parse', Number(this.nanoseconds.parse) / 1e9),
      this.line('convert', Number(this.nanoseconds.convert) / 1e9),
      `${this.line('total', total)}, ${memory} MB`,
      '',
    ].join('\n');
  }

  private line(stage: string, seconds: number): string {
    return `${stage} ${seconds.toFixed(3)} s, ${Math.round(this.rules / Math.max(seconds, 1e-9))} rules/s`;
  }
}
