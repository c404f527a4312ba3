import { type Auth, callerOf, scopesOf } from '@tripline/auth';
import { defineRoutes, endpoint, json, NotFoundError, operationsById } from '@tripline/service';
import type { Router } from 'express';
import Joi from 'joi';
import { succeed } from './envelope.js';

const ofRules = { tag: 'Rules', security: 'any', description: 'Stands in for a route of a service.' } as const;
const key = json.text.example('0190a3f2-0000-7000-8000-000000000000');

/** What a service has beside identity, as far as callers, keys, limits and quotas go: things to read and to change, and two kinds of work. */
export const standIns = operationsById({
  listRules: {
    ...ofRules,
    method: 'get',
    path: '/v1/rules',
    summary: 'Read',
    scope: 'rules:read',
    success: { status: 200, description: 'Nothing.', data: json.object({ rules: json.list(json.text) }) },
    errors: {},
  },
  getRule: {
    ...ofRules,
    method: 'get',
    path: '/v1/rules/{key}',
    summary: 'Read one',
    scope: 'rules:read',
    params: { key },
    success: { status: 200, description: 'Never.', data: json.done },
    errors: { 404: 'There are none.' },
  },
  updateRule: {
    ...ofRules,
    method: 'patch',
    path: '/v1/rules/{key}',
    summary: 'Change one',
    scope: 'rules:write',
    params: { key },
    body: Joi.object({ state: Joi.string().example('accepted') }),
    success: { status: 200, description: 'Never.', data: json.done },
    errors: { 404: 'There are none.' },
  },
  convert: {
    ...ofRules,
    method: 'post',
    path: '/v1/convert',
    summary: 'Work',
    scope: 'convert',
    body: Joi.object({ yaml: Joi.string().required().example('title: A rule') }),
    success: { status: 200, description: 'Done.', data: json.done },
    errors: {},
  },
  generate: {
    ...ofRules,
    method: 'post',
    path: '/v1/generate',
    summary: 'Work that the day has a number of',
    scope: 'generate',
    body: Joi.object({ text: Joi.string().required().example('The actor ran whoami.') }),
    success: { status: 200, description: 'Done.', data: json.done },
    errors: { 429: 'No generations are left today.' },
  },
});

/** Answers them as a service would: guard, then the request, then the work. */
export function createStandIns(auth: Auth): Router {
  const keyOrToken = { accept: ['api-key', 'jwt'], scopeOf: scopesOf(Object.values(standIns)) } as const;
  const guard = [auth.requireCaller(keyOrToken)];
  const workGuard = [auth.requireCaller({ ...keyOrToken, work: true })];
  const missing = (): never => {
    throw new NotFoundError('You have no such rule.');
  };
  return defineRoutes([
    endpoint(standIns.listRules, { guard, handle: (_input, _req, res) => succeed(res, { rules: [] }) }),
    endpoint(standIns.getRule, { guard, handle: missing }),
    endpoint(standIns.updateRule, { guard, handle: missing }),
    endpoint(standIns.convert, { guard: workGuard, handle: (_input, _req, res) => succeed(res, { message: 'Done.' }) }),
    endpoint(standIns.generate, {
      guard: workGuard,
      handle: async (_input, req, res) => {
        await auth.quota.reserve(callerOf(req));
        succeed(res, { message: 'Done.' });
      },
    }),
  ]);
}
