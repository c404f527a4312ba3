import type { Forward } from './forward.js';
import type { FoundDetection } from './found-detection.js';
import type { LogFeed } from './log-feed.js';
import type { ScanError } from './scan-error.js';

/** Stands for every scope of the account where the scopes that a detection sees or a log comes from are told. */
export const EVERY_SCOPE = '*';

/** A provider, as accounts name it: that of a folder in `providers/list.ts`. */
export type ProviderName = string;

/** Every provider, by name. */
export type Clouds = Readonly<Record<ProviderName, CloudProvider>>;

/** The provider of this name. @throws Error for an unknown one: accounts name only providers that there are */
export function cloudOf(clouds: Clouds, name: ProviderName): CloudProvider {
  const cloud = Object.hasOwn(clouds, name) ? clouds[name] : undefined;
  if (cloud === undefined) throw new Error(`There is no provider "${name}".`);
  return cloud;
}

/** What a customer needs to give us access, in the form of their cloud. */
export interface ConnectionSetup {
  /** The principal that the role must trust; null while the service does not know its own principal. */
  readonly workerPrincipal: string | null;
  readonly trustPolicy: Readonly<Record<string, unknown>> | null;
  readonly permissionsPolicy: Readonly<Record<string, unknown>>;
  /** The actions of that policy, each with the reason why a scan needs it. */
  readonly permissions: readonly { readonly action: string; readonly reason: string }[];
}

/** How an account is reached: with a role and its external id, or with the worker's own credentials. */
export interface Connection {
  readonly externalAccountId: string;
  readonly roleArn: string | null;
  readonly externalId: string;
  readonly ownCredentials: boolean;
}

/** Runs work, at most a number at once. Further work waits, that of a higher priority first, or leaves when its signal aborts. */
export type CallLimit = <Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
  priority?: number,
) => Promise<Result>;

/** One cell of the grid: a service in a scope, which is the provider's unit of place: a region, project, location, subscription or workspace. */
export interface Cell {
  readonly service: string;
  /** The scope's name; the API and the tables call it `region`. */
  readonly scope: string;
}

/** A scope that is not scanned, and why (`not_opted_in`). */
export interface SkippedScope {
  readonly scope: string;
  readonly reason: string;
}

/** The result of trying a connection. */
export interface ConnectionCheck {
  readonly ok: boolean;
  /** A sentence for the caller: what is wrong and what to do, or that all is well. */
  readonly detail: string;
  /** Actions of the scan's policy that the role lacks, as far as they can be tried. */
  readonly missingActions: readonly string[];
  /** Permissions that should not exist, such as a role that accepts any external id. */
  readonly warnings: readonly string[];
}

/** An account of an organisation, as its cloud lists it. */
export interface FoundMember {
  /** The account's number or name at its provider. */
  readonly number: string;
  readonly name: string;
  /** In the provider's words, in lower case; `active` accounts alone can be scanned. */
  readonly status: string;
  /** The names of the units that it is in, from the top, with `/` in between; empty directly below the root. */
  readonly unit: string;
  /** The ids of the units that it is in and its own, from the root: what policies are attached to. Empty for an account that policies do not bind. */
  readonly path: readonly string[];
}

/** A policy of an organisation that forbids calls to the accounts below what it is attached to, whoever makes them. */
export interface OrganizationPolicy {
  readonly name: string;
  readonly targets: readonly string[];
  /** The calls that it forbids under no condition, as the provider writes them: `ProviderFacts.forbids`. */
  readonly forbids: readonly string[];
}

/** An organisation, as one of its accounts that may know it is told. */
export interface FoundOrganization {
  readonly id: string;
  readonly managementAccount: string;
  /** What a role for all its accounts is deployed below. */
  readonly root: string;
  /** Null where it may not be known. */
  readonly policies: readonly OrganizationPolicy[] | null;
  readonly members: readonly FoundMember[];
}

/** What one role in every account of an organisation is made from. */
export interface OrganizationRole {
  readonly roleName: string;
  readonly externalId: string;
  /** {@link FoundOrganization.root} */
  readonly root: string;
}

/** Templates that make the same role in every account of an organisation, each a JSON document; null while the service does not know its own principal. */
export interface RoleTemplates {
  readonly cloudformation: object;
  readonly terraform: object;
}

/** What a provider knows of organisations. */
export interface OrganizationReader {
  /** @throws CallFailure when the account is in none or may not know it */
  read(connection: Connection, signal: AbortSignal): Promise<FoundOrganization>;
  /** The permissions that this takes, besides those of a scan. */
  readonly actions: readonly string[];
  /** The name by which the role of an account is given, beside the one of the account that it was read through. */
  roleOf(number: string, roleName: string, beside: string | null): string;
  templates(role: OrganizationRole): Promise<RoleTemplates | null>;
}

/** A cloud provider, for scans and accounts; {@link Clouds} has every one. */
export interface CloudProvider {
  /** Whether the provider has a scope of this name, opted in or not; for checking requests. */
  isScopeName(name: string): boolean;
  /**
   * Opens a session for one scan. `limit` bounds its calls under way; without it the provider's own limit does.
   * @throws CallFailure when the account refuses us (refused role, or role that anyone could claim)
   */
  connect(connection: Connection, signal: AbortSignal, limit?: CallLimit): Promise<CloudSession>;
  /** Tries a connection and each permission of the scan's policy, without changing anything. */
  check(connection: Connection, signal: AbortSignal): Promise<ConnectionCheck>;
  /** What a customer must set up to give us access, for an account's external id. */
  setup(externalId: string): Promise<ConnectionSetup>;
  /** Absent where accounts belong to no organisation. */
  readonly organizations?: OrganizationReader;
}

/** An open account, during one scan. */
export interface CloudSession {
  /** Scopes of the account that can be scanned, and those that cannot. @throws CallFailure when they cannot be listed */
  listScopes(): Promise<{ readonly enabled: readonly string[]; readonly skipped: readonly SkippedScope[] }>;
  /** The cells of these scopes, in the order in which reading them is fastest. */
  cells(scopes: readonly string[]): readonly Cell[];
  /**
   * The detections of one cell, page by page. The iteration throws a {@link CallFailure} when the cell could not be read to its end.
   * Detections it gave before are valid, but then none of the cell may be taken for removed.
   */
  collect(cell: Cell, signal: AbortSignal): AsyncIterable<FoundDetection>;
  /**
   * What keeps logs in one cell; null where its service tells nothing of logs.
   * @throws CallFailure when it could not be read
   */
  feeds(cell: Cell, signal: AbortSignal): Promise<readonly LogFeed[] | null>;
  /**
   * What goes from one cell to other accounts and scopes; null where its service forwards nothing.
   * @throws CallFailure when it could not be read
   */
  forwards(cell: Cell, signal: AbortSignal): Promise<readonly Forward[] | null>;
  /** Calls made so far, retries included. */
  calls(): number;
  close(): void;
}

/** A call to a cloud that failed for good. */
export class CallFailure extends Error {
  constructor(
    /** The entry in the scan's `errors`. */
    readonly error: ScanError,
    options?: ErrorOptions,
  ) {
    super(error.message, options);
    this.name = 'CallFailure';
  }
}
