import type { ControlMapping } from '@tripline/attack';
import type { AwsLogName } from '@tripline/telemetry';

/** How many calls AWS takes from an account in a region. */
interface CallLimits {
  readonly atOnce: number;
  /** AWS's published quota. */
  readonly perSecond: number;
  /** How many it takes at once before the quota counts. */
  readonly burst: number;
}

/** Findings that a service sends to EventBridge. */
interface SentFindings {
  /** `aws.macie`; undefined where events have the source of another service. */
  readonly source: string | undefined;
  readonly detailTypes: readonly string[];
  readonly techniques: () => readonly ControlMapping[];
}

/** An operation that a scan calls, and so an action that the account's role must allow. */
interface Permission<Input extends object = object> {
  /** What a scan reads by it, for whoever is asked to allow it: the end of a sentence that begins with "to see". */
  readonly why: string;
  /**
   * The input with which a check of the connection calls it: it reads as little as possible, and names only resources that nobody has. A
   * function where AWS first looks whose resource it is.
   */
  readonly probe: Input | ((place: ProbePlace) => Input);
}

/** The account and region in which a connection is checked. */
export interface ProbePlace {
  readonly account: string;
  readonly region: string;
}

/**
 * All that is known of an AWS service that scans read, but not how it is read: that is `collector.ts` in the same folder, which loads the
 * service's SDK client.
 */
export interface AwsService<Operation extends string = string, Detection extends string = string> {
  /** Its name in cells, errors and limits, and of its folder. */
  readonly id: string;
  /** The prefix of its IAM actions. */
  readonly iamPrefix: string;
  /** The types of the detections that its collector gives. */
  readonly detections: readonly Detection[];
  /**
   * The operations that its collector calls, which are the permissions that a scan needs: no more, and each with its reason.
   */
  readonly operations: Readonly<Record<Operation, Permission>>;
  /** How many of its calls wait for one another at most. A scan begins with the longest chains, so that none is left at the end. */
  readonly rounds: number;
  /** Limits that are lower than those of other services. */
  readonly limits?: CallLimits;
  /**
   * What its detections notice, where AWS writes them all: those of some of its parts, or of all. Where customers write them it is absent:
   * they may notice anything.
   */
  readonly techniques?: (parts?: readonly string[]) => readonly ControlMapping[];
  /** That the techniques of each of its detections are read from what a customer wrote; those of the others stand in a table for what it is. */
  readonly readFromText?: true;
  readonly sentFindings?: readonly SentFindings[];
  /** The logs that its collector tells the arrival of. */
  readonly logs?: readonly AwsLogName[];
  /** Loads the SDK's package of the service. */
  readonly sdk: () => Promise<object>;
  /** The name of the client class in that package. */
  readonly client: string;
}

/** The inputs of an SDK package's commands, by operation. */
type Inputs<Sdk> = {
  [Name in keyof Sdk as Name extends `${infer Operation}Command` ? Operation : never]: Sdk[Name] extends new (
    ...args: infer Args
  ) => unknown
    ? Args extends [infer Input extends object]
      ? Input
      : never
    : never;
};

/** Declares a service. The compiler checks operations, inputs and client against the SDK's package. */
export function awsService<
  Sdk extends object,
  const Operation extends keyof Inputs<Sdk> & string,
  const Detection extends string,
>(
  service: Omit<AwsService<Operation, Detection>, 'operations' | 'sdk' | 'client'> & {
    readonly sdk: () => Promise<Sdk>;
    readonly client: keyof Sdk & `${string}Client`;
    readonly operations: { readonly [Name in Operation]: Permission<Inputs<Sdk>[Name] & object> };
  },
): AwsService<Operation, Detection> {
  return service;
}

/** A name that no resource has, for checks. */
export const NO_NAME = 'tripline-permission-check';
/** An id that no resource has, for checks. */
export const NO_ID = '00000000000000000000000000000000';
