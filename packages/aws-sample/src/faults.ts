import type { AwsServiceName } from './call.js';
import type { Session } from './sessions.js';

/** Which calls a fault is for; what is absent matches everything. An AssumeRole belongs to the role's account. */
export interface FaultTarget {
  readonly account?: string;
  readonly region?: string;
  readonly service?: AwsServiceName;
  readonly operation?: string;
}

/** Which of the matching calls it strikes, counted from when the fault was set; all of them unless said. */
export interface FaultTimes {
  /** Leaves the first so many alone. */
  readonly skip?: number;
  /** Strikes only so many calls, then never again. */
  readonly first?: number;
  /** Strikes only each n-th. */
  readonly every?: number;
}

/** What goes wrong with a single call. */
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

/** Ends sessions before their time; from then on every call of such a session says it has expired. */
export interface ExpireFault extends FaultTarget {
  readonly kind: 'expire';
  /** Each session may make so many matching calls. */
  readonly afterCalls?: number;
  /** Ends, at this moment (ISO 8601), the sessions handed out before it. */
  readonly at?: string;
  /** With `afterCalls`: ends only so many sessions; all unless given. */
  readonly sessions?: number;
}

/** Something that goes wrong on purpose. */
export type Fault = CallFault | ExpireFault;

/** A call as faults see it. */
export interface FaultSubject {
  readonly account: string;
  readonly region: string;
  readonly service: AwsServiceName;
  readonly operation: string;
}

/** The faults in force, with what each has counted so far. */
export class FaultPlan {
  readonly #call: { readonly fault: CallFault; matched: number }[] = [];
  readonly #expire: { readonly fault: ExpireFault; readonly calls: Map<string, number> }[] = [];

  constructor(faults: readonly Fault[]) {
    for (const fault of faults) {
      if (fault.kind === 'expire') this.#expire.push({ fault, calls: new Map() });
      else this.#call.push({ fault, matched: 0 });
    }
  }

  /** The faults that strike this call, in the order they were set. Counts the call. */
  strike(subject: FaultSubject): readonly CallFault[] {
    return this.#call
      .filter((entry) => {
        if (!matches(entry.fault, subject)) return false;
        entry.matched += 1;
        const { skip = 0, first = Number.POSITIVE_INFINITY, every = 1 } = entry.fault;
        const place = entry.matched - skip;
        return place >= 1 && place <= first && place % every === 0;
      })
      .map((entry) => entry.fault);
  }

  /** Whether this call's session is over because of a fault. Counts the call. */
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
