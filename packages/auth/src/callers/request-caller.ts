import type { Request } from 'express';
import type { ScopeOf } from '../key-grants/key-scopes.js';
import type { Caller } from './caller.js';

/** Which kinds of credential a route takes; one that takes API keys says which scope each operation needs. */
export type CallerRequirement = {
  /** Whether the engine works for the call: such calls have a count of their own. */
  readonly work?: boolean;
  /** Open to members without the second factor that their team requires: what is their own account's, and enrolling one. */
  readonly ownAccount?: boolean;
} & (
  | { readonly accept: readonly ['jwt'] }
  | { readonly accept: readonly ['api-key', 'jwt']; readonly scopeOf: ScopeOf }
);

/** Who was let through, and by which requirement. */
interface Admission {
  readonly caller: Caller;
  readonly needs: CallerRequirement;
}

const admitted = new WeakMap<Request, Admission>();

/** Whose credential a request has shown, also where the request was then refused. */
const callers = new WeakMap<Request, Caller>();

/** The caller that `requireCaller` found. @throws Error when the route has no such guard, which is our own fault */
export const callerOf = (req: Request): Caller => admissionOf(req).caller;

/** Who `requireCaller` found that a request is from, also where it refused them; undefined without a credential of anybody. */
export const knownCaller = (req: Request): Caller | undefined => callers.get(req);

/** Who was let through with a request, and by which requirement. @throws Error when the route has no such guard, which is our own fault */
export function admissionOf(req: Request): Admission {
  const admission = admitted.get(req);
  if (admission === undefined) throw new Error(`${req.method} ${req.path} reads its caller but requires none`);
  return admission;
}

/** Whether a request was let through before. */
export const isAdmitted = (req: Request): boolean => admitted.has(req);

/** Keeps whose credential a request has shown, for {@link knownCaller}. */
export function noteKnown(req: Request, caller: Caller): void {
  callers.set(req, caller);
}

/** Keeps that a request was let through, for {@link callerOf}. */
export function noteAdmitted(req: Request, admission: Admission): void {
  admitted.set(req, admission);
}
