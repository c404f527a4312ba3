import {
  type Auth,
  type AuthConfig,
  authSettings,
  deletedMeanwhile,
  type PasskeyConfig,
  passkeySettings,
  requireTeamRole,
  requireTeamTier,
  signInSettings,
} from '@tripline/auth';
import {
  accountOperations,
  adminOperations,
  apiKeyOperations,
  auditOperations,
  createAuditRouter,
  createIdentityRouter,
  factorOperations,
  type LeakedKeyConfig,
  leakedKeySettings,
  mySessionOperations,
  serviceAccountOperations,
  signInOperations,
  teamOperations,
} from '@tripline/auth/http';
import {
  type ApiDescription,
  bearerScheme,
  createHttpApp,
  type HttpConfig,
  httpSettings,
  json,
  KEY_SCHEME,
  type Knex,
  type Logger,
  limitSetting,
  type Metrics,
  type ProcessConfig,
  processSettings,
} from '@tripline/service';
import type { Express, RequestHandler } from 'express';
import Joi from 'joi';
import { errorBody, succeed } from './envelope.js';
import { createStandIns, standIns } from './stand-ins.js';

/** Settings of the app. */
export interface IdentityConfig extends ProcessConfig, HttpConfig, AuthConfig, PasskeyConfig, LeakedKeyConfig {
  LIMIT_READS_PER_MINUTE: number;
  LIMIT_CHANGES_PER_MINUTE: number;
  LIMIT_WORK_PER_MINUTE: number;
}

const calls = limitSetting(1_000_000, { min: 1, max: 1_000_000 });
export const identitySettings = Joi.object<IdentityConfig>({
  ...processSettings,
  ...httpSettings({ port: 4001, adminPort: 4101 }),
  ...authSettings,
  ...signInSettings,
  ...passkeySettings,
  ...leakedKeySettings,
  LIMIT_READS_PER_MINUTE: calls,
  LIMIT_CHANGES_PER_MINUTE: calls,
  LIMIT_WORK_PER_MINUTE: calls,
});

export const callsPerMinute = (config: IdentityConfig) => ({
  reads: config.LIMIT_READS_PER_MINUTE,
  changes: config.LIMIT_CHANGES_PER_MINUTE,
  work: config.LIMIT_WORK_PER_MINUTE,
});

interface IdentityAppDeps {
  readonly auth: Auth;
  readonly config: IdentityConfig;
  readonly db: Knex;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: RequestHandler;
}

/** What the service says that anybody stores, and may. */
export const STORAGE = { usedBytes: 12_345, limitBytes: 52_428_800 };

/** The smallest service there can be: identity, mounted as a service mounts it, and stand-ins for what else one has. */
export function createIdentityApp({ auth, config, db, log, metrics, readiness }: IdentityAppDeps): Express {
  const administrators = [
    auth.requireCaller({ accept: ['jwt'] }),
    requireTeamTier,
    requireTeamRole(['owner', 'admin']),
  ];
  return createHttpApp({
    ...{ config, errorBody, log, metrics, readiness },
    draining: new AbortController().signal,
    mount(app) {
      app.use(
        createIdentityRouter({
          ...{ auth, config, succeed },
          callsPerMinute: callsPerMinute(config),
          findStorage: async () => STORAGE,
        }),
      );
      app.use(createAuditRouter({ db, log, guard: administrators, places: auth.places, succeed }));
      app.use(createStandIns(auth));
      app.use(deletedMeanwhile);
    },
  });
}

const refusals = { 401: 'No valid credential.', 403: 'Not allowed.', 429: 'Too many calls.' };

/** What its answers are compared with. */
export const identityApi: ApiDescription = {
  title: 'Identity',
  description: 'The routes of identity alone.',
  serverUrl: '/',
  error: json.resource('Error', {
    success: json.exactly(false),
    error: json.object(
      {
        code: json.text,
        message: json.text,
        details: json.list(json.object({ path: json.text, message: json.text })),
        requestId: json.text,
      },
      ['details'],
    ),
  }),
  securitySchemes: {
    [KEY_SCHEME]: bearerScheme('An API key'),
    accessToken: bearerScheme('An access token'),
    adminToken: bearerScheme('The token of the operator'),
  },
  credentials: {
    none: { schemes: [], errors: {} },
    jwt: { schemes: ['accessToken'], errors: refusals },
    any: { schemes: [KEY_SCHEME, 'accessToken'], errors: refusals },
    admin: { schemes: ['adminToken'], errors: { 401: 'Not the token of the operator.' } },
  },
  successBody: (data) => json.object({ success: json.exactly(true), data }),
  tags: {},
  operations: [
    accountOperations,
    adminOperations,
    apiKeyOperations,
    auditOperations,
    factorOperations,
    mySessionOperations,
    serviceAccountOperations,
    signInOperations,
    standIns,
    teamOperations,
  ].flatMap((operations) => Object.values(operations)),
};
