import type { SigmaCorrelation, SigmaRule } from '@tripline/sigma';
import type { EventPlace } from '../events/read-events.js';
import type { RuleReport } from './backtest-report.js';
import type { Expectation } from './expectations.js';
import { breachOf, wordsOf } from './expectations.js';

/** Most places of hits that are kept of each rule. */
const PLACES_MAX = 3;

/** Counts the hits of one rule. */
export class Tally {
  private hits = 0;
  private readonly first: string[] = [];
  private readonly warnings: string[] = [];

  constructor(
    readonly path: string,
    readonly document: SigmaRule | SigmaCorrelation,
  ) {}

  hit(place: EventPlace | undefined): void {
    this.hits++;
    if (place !== undefined && this.first.length < PLACES_MAX) this.first.push(`${place.path}:${place.line}`);
  }

  warn(text: string): void {
    this.warnings.push(text);
  }

  report(events: number, expectations: readonly Expectation[]): RuleReport {
    const { document, hits } = this;
    return {
      path: this.path,
      id: document.id ?? null,
      name: document.name ?? null,
      title: document.title,
      level: document.level ?? null,
      kind: document.kind,
      hits,
      hits_per_100k_events: Math.round((hits / events) * 1e7) / 100,
      first_hits: this.first,
      expected: expectations.map(wordsOf),
      breaches: expectations.flatMap((expectation) => breachOf(expectation, hits) ?? []),
      warnings: this.warnings,
    };
  }
}
