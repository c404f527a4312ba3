import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { answerAccountRequest } from './account-requests.js';
import { AwsError } from './aws-error.js';
import type { Call, ServiceDefinition } from './call.js';
import type { CallCounts } from './call-counts.js';
import { parseRoleArn } from './entry/sts.js';
import type { CallFault, FaultPlan, FaultSubject } from './faults.js';
import type { Identity } from './identity.js';
import type { AccountInventory, Inventory, RegionInventory } from './inventory.js';
import type { PageTokens } from './page-tokens.js';
import { answerRoleRequest } from './role-requests.js';
import {
  accessDenied,
  actionMatches,
  expired,
  internal,
  notSigned,
  throttled,
  unknownCredentials,
  unknownOperation,
} from './service-errors.js';
import { identify, type Session, type Sessions } from './sessions.js';
import { type Answer, failure, htmlUnavailable, jsonAnswer, success } from './wire/answer.js';
import { type AskedOperation, askedOperation, type Scope, scopeOf, serviceOf } from './wire/request.js';

/** The parts of a server that answering needs. */
export interface Cloud {
  readonly inventory: Inventory;
  readonly faults: FaultPlan;
  readonly counts: CallCounts;
  readonly sessions: Sessions;
  readonly tokens: PageTokens;
}

/** The result of a request. */
export interface Outcome {
  readonly answer: Answer;
  /** How sending fails on purpose: the connection is reset, or the body stops half way and the connection stays open. */
  readonly broken?: 'reset' | 'stall';
  /** Milliseconds to wait before the answer; infinite: it is never sent. */
  readonly delayMilliseconds: number;
  /** Called once the call is over, with whether it failed. */
  readonly over: (failed: boolean) => void;
}

const ANYONE: Identity = { accountId: '', arn: 'anonymous', userId: '', deniedActions: [] };

/** Decides how a request is answered. The signature itself is not verified: a sample has no secrets. */
export function answerRequest(cloud: Cloud, request: IncomingMessage, body: string): Outcome {
  const own = answerRoleRequest(cloud.inventory, request, body) ?? answerAccountRequest(cloud.inventory, request, body);
  if (own) return done(own);
  const requestId = randomUUID();
  const scope = scopeOf(request);
  const service = serviceOf(request, scope, body);
  if (!service)
    return done(jsonAnswer(404, { message: `The AWS sample does not serve ${scope?.signingName ?? 'this'}` }));
  const queryMode = request.headers['x-amzn-query-mode'] === 'true';
  const fail = (error: AwsError) => failure(service, error, requestId, queryMode);
  if (!scope) return done(fail(notSigned(service)));
  let asked: AskedOperation;
  try {
    asked = askedOperation(service, request, body);
  } catch {
    return done(fail(new AwsError('SerializationException', 'The request body could not be read.')));
  }
  const session = cloud.sessions.find(scope);
  const identity = identify(cloud.inventory, scope, session);
  const subject: FaultSubject = {
    account: accountOf(service, asked, identity),
    region: scope.region,
    service: service.name,
    operation: asked.name,
    action: `${service.iamPrefix}:${asked.name}`,
  };
  const over = cloud.counts.begin(subject);
  const faults = cloud.faults.strike(subject, attemptOf(request));
  let answer: Answer;
  try {
    const struck = firstError(service, asked, identity, faults);
    if (struck) throw struck;
    const result = perform(cloud, { service, scope, asked, session, identity, subject });
    answer = success(service, asked.name, result ?? {}, requestId);
  } catch (error) {
    answer = fail(error instanceof AwsError ? error : internal(service));
  }
  return applyFaults(answer, faults, over, cloud.inventory.accounts[subject.account]?.latencyMs ?? 0);
}

/** Which try of a call this is, as its SDK says; 1 where it says nothing. */
function attemptOf(request: IncomingMessage): number {
  const [, attempt = '1'] = /\battempt=(\d+)/.exec(String(request.headers['amz-sdk-request'] ?? '')) ?? [];
  return Number(attempt);
}

/** The account that a call is counted for: the caller's own, or the role's for AssumeRole. */
function accountOf(service: ServiceDefinition, asked: AskedOperation, identity: Identity | undefined): string {
  const roleArn = service.name === 'sts' ? asked.input['RoleArn'] : undefined;
  const role = typeof roleArn === 'string' ? parseRoleArn(roleArn) : undefined;
  return role?.accountId ?? identity?.accountId ?? '';
}

function firstError(
  service: ServiceDefinition,
  asked: AskedOperation,
  identity: Identity | undefined,
  faults: readonly CallFault[],
): AwsError | undefined {
  for (const fault of faults) {
    if (fault.kind === 'deny') return accessDenied(service, asked.name, identity ?? ANYONE, resourceOf(asked));
    if (fault.kind === 'throttle') return throttled(service, fault.retryAfterSeconds);
    if (fault.kind === 'internal') return internal(service);
  }
  return undefined;
}

function resourceOf(asked: AskedOperation): string | undefined {
  const roleArn = asked.input['RoleArn'];
  return typeof roleArn === 'string' ? roleArn : undefined;
}

interface Asked {
  readonly service: ServiceDefinition;
  readonly scope: Scope;
  readonly asked: AskedOperation;
  readonly session: Session | undefined;
  readonly identity: Identity | undefined;
  readonly subject: FaultSubject;
}

/** Runs the operation. Throws AwsError for everything that AWS refuses, checked in AWS's order. */
function perform(cloud: Cloud, { service, scope, asked, session, identity, subject }: Asked): object | undefined {
  if (!identity) throw unknownCredentials(service);
  if (session) {
    if (cloud.faults.ends(session, subject, Date.now())) session.ended = true;
    if (session.ended || Date.now() >= session.expiresAt) throw expired(service);
  }
  const account = cloud.inventory.accounts[identity.accountId];
  const regional = regionOf(account, scope.region);
  if (!regional && !service.global) throw unknownCredentials(service);
  if (!asked.operation) throw unknownOperation(service, asked.name);
  // AWS lets every caller ask for its own identity, whatever the policies say.
  if (
    asked.name !== 'GetCallerIdentity' &&
    actionMatches(identity.deniedActions, `${service.iamPrefix}:${asked.name}`)
  ) {
    throw accessDenied(service, asked.name, identity, resourceOf(asked));
  }
  const call: Call = {
    operation: asked.name,
    input: asked.input,
    identity,
    inventory: cloud.inventory,
    accountId: identity.accountId,
    account: account ?? { regions: {} },
    region: scope.region,
    regional: regional ?? {},
    sessions: cloud.sessions,
    tokens: cloud.tokens,
  };
  return asked.operation.handle(call);
}

/**
 * The content of a region that the account can use. An account outside the inventory (the worker's own) can use all regions, and they are
 * empty.
 */
function regionOf(account: AccountInventory | undefined, region: string): RegionInventory | undefined {
  if (!account) return {};
  const regional = Object.hasOwn(account.regions, region) ? account.regions[region] : undefined;
  return regional?.optIn === 'not-opted-in' ? undefined : regional;
}

/** The answer after the faults that apply to the call. */
function applyFaults(
  answer: Answer,
  faults: readonly CallFault[],
  over: (failed: boolean) => void,
  latencyMs: number,
): Outcome {
  let delayMilliseconds = latencyMs;
  let bent = answer;
  let broken: 'reset' | 'stall' | undefined;
  for (const fault of faults) {
    if (fault.kind === 'delay') delayMilliseconds += fault.milliseconds;
    if (fault.kind === 'hang') delayMilliseconds += (fault.seconds ?? Number.POSITIVE_INFINITY) * 1000;
    if (fault.kind === 'html') bent = htmlUnavailable();
    if (fault.kind === 'malformed')
      bent = { ...answer, status: 200, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) };
    if (fault.kind === 'reset' || fault.kind === 'stall') broken = fault.kind;
  }
  return { answer: bent, delayMilliseconds, over, ...(broken === undefined ? {} : { broken }) };
}

function done(answer: Answer): Outcome {
  return { answer, delayMilliseconds: 0, over: () => undefined };
}
