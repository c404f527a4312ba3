import type { FaultSubject } from './faults.js';
import type { AwsServiceName } from './inventory.js';

/** How often an operation was called, retries included, whatever the answer was. */
interface CallCount extends FaultSubject {
  readonly calls: number;
  /** How many of these calls got an error or no answer. */
  readonly failures: number;
}

/** The calls since the start, or since the last reset. */
export interface CallReport {
  readonly calls: number;
  readonly failures: number;
  readonly counts: readonly CallCount[];
  /** Most calls open at once, by service, over all accounts and regions. */
  readonly peakConcurrency: Partial<Record<AwsServiceName, number>>;
  /** Most calls within one second, by service. */
  readonly peakPerSecond: Partial<Record<AwsServiceName, number>>;
  /** Most calls open at once, over all services. */
  readonly peakConcurrencyInAll: number;
}

interface Count {
  readonly subject: FaultSubject;
  calls: number;
  failures: number;
}

/** Counts calls when they begin and end. */
export class CallCounts {
  #counts = new Map<string, Count>();
  #openInAll = 0;
  #peakInAll = 0;
  readonly #open = new Map<AwsServiceName, number>();
  #peakOpen = new Map<AwsServiceName, number>();
  #second = new Map<AwsServiceName, { second: number; calls: number }>();
  #peakSecond = new Map<AwsServiceName, number>();

  /** Notes that a call has begun. The function it returns is called once when the call ends, with whether it failed. */
  begin(subject: FaultSubject): (failed: boolean) => void {
    const key = `${subject.account} ${subject.region} ${subject.service} ${subject.operation}`;
    let count = this.#counts.get(key);
    if (!count) {
      count = { subject, calls: 0, failures: 0 };
      this.#counts.set(key, count);
    }
    count.calls += 1;
    this.#arrive(subject.service);
    const counted = count;
    let over = false;
    return (failed) => {
      if (over) return;
      over = true;
      if (failed) counted.failures += 1;
      this.#openInAll -= 1;
      this.#open.set(subject.service, (this.#open.get(subject.service) ?? 1) - 1);
    };
  }

  #arrive(service: AwsServiceName): void {
    this.#openInAll += 1;
    this.#peakInAll = Math.max(this.#peakInAll, this.#openInAll);
    const open = (this.#open.get(service) ?? 0) + 1;
    this.#open.set(service, open);
    if (open > (this.#peakOpen.get(service) ?? 0)) this.#peakOpen.set(service, open);
    const second = Math.floor(Date.now() / 1000);
    const current = this.#second.get(service);
    const calls = current?.second === second ? current.calls + 1 : 1;
    this.#second.set(service, { second, calls });
    if (calls > (this.#peakSecond.get(service) ?? 0)) this.#peakSecond.set(service, calls);
  }

  /** The counts of the operations that match; peaks always cover all calls. */
  report(filter: Partial<FaultSubject> = {}): CallReport {
    const counts = [...this.#counts.values()]
      .filter(({ subject }) => (filter.account ?? subject.account) === subject.account)
      .filter(({ subject }) => (filter.region ?? subject.region) === subject.region)
      .filter(({ subject }) => (filter.service ?? subject.service) === subject.service)
      .filter(({ subject }) => (filter.operation ?? subject.operation) === subject.operation)
      .map(({ subject, calls, failures }) => ({ ...subject, calls, failures }));
    return {
      calls: counts.reduce((sum, count) => sum + count.calls, 0),
      failures: counts.reduce((sum, count) => sum + count.failures, 0),
      counts,
      peakConcurrency: Object.fromEntries(this.#peakOpen),
      peakPerSecond: Object.fromEntries(this.#peakSecond),
      peakConcurrencyInAll: this.#peakInAll,
    };
  }

  /** Sets the counts to zero. Calls that are open now still count as open. */
  reset(): void {
    this.#counts = new Map();
    this.#peakOpen = new Map();
    this.#second = new Map();
    this.#peakSecond = new Map();
    this.#peakInAll = this.#openInAll;
  }
}
