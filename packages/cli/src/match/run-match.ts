import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  type CorrelationWindow,
  createMatcher,
  type Matcher,
  matchCorrelation,
  parseSigma,
  type RuleMatch,
  type SigmaCollection,
  type SigmaCorrelation,
  type SigmaEvent,
  type SigmaRule,
  standaloneDocuments,
} from '@tripline/sigma';
import { EXIT, UsageError } from '../exit.js';
import { readRuleFiles, STDIN } from '../rule-files.js';
import type { MatchCommandOptions } from './match-options.js';

/** A rule that is decided for each event by itself. */
interface SingleRule {
  readonly rule: SigmaRule;
  readonly matcher: Matcher;
}

/** A correlation, or a rule that counts: decided when all events have been read. */
interface CountingRule {
  readonly document: SigmaRule | SigmaCorrelation;
  readonly collection: SigmaCollection;
}

/** One line of the output. */
interface MatchRecord {
  readonly line: number;
  readonly rule: string | null;
  readonly title: string;
  readonly matched: boolean;
  /** The reasons, for `--explain`. */
  readonly conditions?: RuleMatch['conditions'];
  /** For counting rules: the lines of all events in the window, and its group, times and value. */
  readonly lines?: readonly number[];
  readonly group?: CorrelationWindow['group'];
  readonly from?: string;
  readonly to?: string;
  readonly value?: number;
}

/** Runs rules over events and prints what matches; gives the exit code. Throws a `UsageError` for unreadable rules or events. */
export async function runMatch(path: string, options: MatchCommandOptions): Promise<number> {
  const { single, counting } = readRules(options.rule);
  const kept: SigmaEvent[] = [];
  const lines: number[] = [];
  let matches = 0;
  for await (const { line, event } of readEvents(path)) {
    for (const { rule, matcher } of single) {
      if (options.explain) {
        const { matched, conditions } = matcher.explain(event);
        if (matched) matches++;
        print({ line, rule: rule.id ?? null, title: rule.title, matched, conditions }, options, path);
      } else if (matcher.matches(event)) {
        matches++;
        print({ line, rule: rule.id ?? null, title: rule.title, matched: true }, options, path);
      }
    }
    if (counting.length > 0) {
      kept.push(event);
      lines.push(line);
    }
  }
  for (const { document, collection } of counting) {
    for (const window of matchCorrelation(document, collection, kept).windows) {
      matches++;
      const at = window.events.map((number) => lines[number] as number);
      const { group, fromMs, toMs, value } = window;
      const from = new Date(fromMs).toISOString();
      const to = new Date(toMs).toISOString();
      const line = at[0] ?? 0;
      const record = {
        line,
        lines: at,
        rule: document.id ?? null,
        title: document.title,
        matched: true,
        group,
        from,
        to,
        value,
      };
      print(record, options, path);
    }
  }
  return matches > 0 ? EXIT.ok : EXIT.faults;
}

function readRules(paths: readonly string[]): { single: SingleRule[]; counting: CountingRule[] } {
  const single: SingleRule[] = [];
  const counting: CountingRule[] = [];
  for (const { path, text } of readRuleFiles(paths)) {
    const collection = parseSigma(text);
    const [error] = collection.errors;
    if (error !== undefined) {
      throw new UsageError(`${path}:${error.line ?? 1}:${error.column ?? 1}: ${error.code}: ${error.message}`);
    }
    for (const document of standaloneDocuments(collection)) {
      if (document.kind === 'correlation' || document.conditions.some(({ aggregation }) => aggregation !== undefined)) {
        counting.push({ document, collection });
      } else single.push({ rule: document, matcher: createMatcher(document) });
    }
  }
  if (single.length + counting.length === 0) throw new UsageError(`no rule in ${paths.join(', ')}`);
  return { single, counting };
}

async function* readEvents(path: string): AsyncGenerator<{ line: number; event: SigmaEvent }> {
  const input = path === STDIN ? process.stdin : createReadStream(path, 'utf8');
  let line = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line++;
      if (text.trim() === '') continue;
      const event: unknown = JSON.parse(text);
      if (typeof event !== 'object' || event === null || Array.isArray(event)) throw new Error('no JSON object');
      yield { line, event: event as SigmaEvent };
    }
  } catch (error) {
    throw new UsageError(
      `cannot read events at ${path}:${line}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function print(record: MatchRecord, options: MatchCommandOptions, path: string): void {
  if (options.format === 'jsonl' || options.explain) process.stdout.write(`${JSON.stringify(record)}\n`);
  else process.stdout.write(`${path}:${record.line}: ${record.title}\n`);
}
