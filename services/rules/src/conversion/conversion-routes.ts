import { scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import { DEFAULT_TARGET_IDS } from '@tripline/sigma';
import type { RequestHandler, Router } from 'express';
import type { Workplace } from '../engine/workplace.js';
import { succeedWithWritten } from '../envelope.js';
import { refusedSigma } from '../refused-sigma.js';
import { chooseSettings, triedBy } from './choose-settings.js';
import { conversionOperations } from './conversion-operations.js';

/** What the conversion route needs. */
export interface ConversionRouterDeps {
  readonly db: Knex;
  readonly workplace: Workplace;
  /** An API key or a JWT; the call counts as work. */
  readonly guard: readonly RequestHandler[];
}

const BODY_BYTES = 4 * 1024 * 1024;

/**
 * `POST /v1/convert`: for each document of the text its conversions and notes, or its error. A text without any rule is 400. Nothing is
 * saved, and nothing counts for the day.
 */
export function createConversionRouter(deps: ConversionRouterDeps): Router {
  return defineRoutes([
    endpoint(conversionOperations.convertRules, {
      guard: deps.guard,
      bodyLimitBytes: BODY_BYTES,
      handle: ({ body: { options = {}, yaml } }, req, res) =>
        deps.workplace.work('convert', req, res, async (run) => {
          const { formats = [], targetSiems: targets = DEFAULT_TARGET_IDS, ...choice } = options;
          const scope = scopeOf(req);
          const settings = await chooseSettings(deps.db, { scope, owner: scope }, choice, triedBy(run));
          const { converted, json, refused } = await run({ kind: 'sigma', yaml, targets, formats, settings });
          if (converted === 0) throw refusedSigma(refused.map(({ error }) => error));
          succeedWithWritten(res, 'rules', json);
        }),
    }),
  ]);
}
