import type { AwsServiceName } from './inventory.js';
import type { Session } from './sessions.js';

/** Which calls a fault affects; an absent field matches everything. An AssumeRole call belongs to the role's account. */
interface FaultTarget {
  readonly account?: string;
  readonly region?: string;
  readonly service?: AwsServiceName;
  readonly operation?: string;
}

/** How many of the matching calls it affects, counted from when the fault was set; all of them by default. */
interface FaultTimes {
  /** Leaves the first n calls alone. */
  readonly skip?: number;
  /** Affects only n calls, then never again. */
  readonly first?: number;
  /** Affects only every n-th call. */
  readonly every?: number;
  /** Leaves a call alone from its attempt n + 1 on, as the caller's SDK counts attempts. Without it, a call that others overtake may meet faults in all its attempts. */
  readonly attempts?: number;
}

/** A fault of a single call. */
export type CallFault = FaultTarget &
  FaultTimes &
  (
    | {
        /** The identity may not: AccessDeniedException, UnauthorizedOperation … as the service says it. */ readonly kind: 'deny';
      }
    | {
        /** "Slow down", with the service's own code. */ readonly kind: 'throttle';
        readonly retryAfterSeconds?: number;
      }
    | { /** The service breaks: 500. */ readonly kind: 'internal' }
    | { /** Answers after so many seconds; never when absent. */ readonly kind: 'hang'; readonly seconds?: number }
    | { /** Plain 503 with an HTML page, as a load balancer gives. */ readonly kind: 'html' }
    | { /** 200 with a body that breaks off in the middle. */ readonly kind: 'malformed' }
    | {
        /** The head arrives and half the body, and then nothing more: timeouts that only wait for the head do not see it. */ readonly kind: 'stall';
      }
    | { /** The connection is reset. */ readonly kind: 'reset' }
    | { /** Answers so many milliseconds later. */ readonly kind: 'delay'; readonly milliseconds: number }
  );

/** Ends sessions early: from then on every call of such a session gets an expired-token error. */
export interface ExpireFault extends FaultTarget {
  readonly kind: 'expire';
  /** How many matching calls each session may make. */
  readonly afterCalls?: number;
  /** Ends the sessions that were issued before this moment (ISO 8601). */
  readonly at?: string;
  /** With `afterCalls`: ends only this many sessions; all by default. */
  readonly sessions?: number;
}

/** A fault to inject. */
export type Fault = CallFault | ExpireFault;

/** A call, as faults are matched against it. */
export interface FaultSubject {
  readonly account: string;
  readonly region: string;
  readonly service: AwsServiceName;
  readonly operation: string;
  /** The IAM action that the call needs, such as `macie2:GetMacieSession`. */
  readonly action: string;
}

/** The faults in force, with their counters. */
export class FaultPlan {
  readonly #call: { readonly fault: CallFault; matched: number }[] = [];
  readonly #expire: { readonly fault: ExpireFault; readonly calls: Map<string, number> }[] = [];

  constructor(faults: readonly Fault[]) {
    for (const fault of faults) {
      if (fault.kind === 'expire') this.#expire.push({ fault, calls: new Map() });
      else this.#call.push({ fault, matched: 0 });
    }
  }

  /** The faults that affect this call, in the order in which they were set. Counts the call. @param attempt the caller's number of the try, from 1 */
  strike(subject: FaultSubject, attempt: number): readonly CallFault[] {
    return this.#call
      .filter((entry) => {
        if (!matches(entry.fault, subject)) return false;
        entry.matched += 1;
        const {
          attempts = Number.POSITIVE_INFINITY,
          every = 1,
          first = Number.POSITIVE_INFINITY,
          skip = 0,
        } = entry.fault;
        if (attempt > attempts) return false;
        const place = entry.matched - skip;
        return place >= 1 && place <= first && place % every === 0;
      })
      .map((entry) => entry.fault);
  }

  /** Whether a fault ends this call's session. Counts the call. */
  ends(session: Session, subject: FaultSubject, now: number): boolean {
    return this.#expire.some(({ fault, calls }) => {
      if (!matches(fault, subject)) return false;
      if (fault.at !== undefined) {
        const moment = Date.parse(fault.at);
        return session.issuedAt < moment && now >= moment;
      }
      if (fault.afterCalls === undefined) return true;
      const made = calls.get(session.accessKeyId);
      if (made === undefined && calls.size >= (fault.sessions ?? Number.POSITIVE_INFINITY)) return false;
      calls.set(session.accessKeyId, (made ?? 0) + 1);
      return (made ?? 0) >= fault.afterCalls;
    });
  }
}

function matches(target: FaultTarget, subject: FaultSubject): boolean {
  return (
    (target.account === undefined || target.account === subject.account) &&
    (target.region === undefined || target.region === subject.region) &&
    (target.service === undefined || target.service === subject.service) &&
    (target.operation === undefined || target.operation === subject.operation)
  );
}
