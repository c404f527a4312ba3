import { defineRoutes, endpoint } from '@tripline/service';
import { DEPLOY_FORMATS, type DeployFormat, TARGET_IDS, type TargetId } from '@tripline/sigma';
import type { RequestHandler, Router } from 'express';
import Joi from 'joi';
import { succeed } from '../envelope.js';
import { knownList, optionsSchema, SIGMA_EXAMPLE } from '../generation/generation-schema.js';
import { refusedSigma } from '../refused-sigma.js';
import type { Workplace } from '../work/workplace.js';

/** What the conversion route needs. */
export interface ConversionRouterDeps {
  readonly workplace: Workplace;
  /** An API key or a JWT; the call counts as work. */
  readonly guard: readonly RequestHandler[];
}

interface ConversionBody {
  readonly yaml: string;
  readonly options?: { readonly targetSiems?: readonly TargetId[]; readonly formats?: readonly DeployFormat[] };
}

/** The body of `POST /v1/convert`. */
export const conversionSchema = Joi.object<ConversionBody>({
  yaml: Joi.string().max(1_000_000).required().example(SIGMA_EXAMPLE),
  options: Joi.object({
    targetSiems: optionsSchema.extract('targetSiems'),
    formats: knownList(DEPLOY_FORMATS, 'deployable form'),
  }),
});

const BODY_BYTES = 4 * 1024 * 1024;

/**
 * `POST /v1/convert`: for each document of the text its conversions and notes, or its error. A text without any rule is 400. Nothing is
 * saved, and nothing counts for the day.
 */
export function createConversionRouter(deps: ConversionRouterDeps): Router {
  return defineRoutes({
    '/v1/convert': {
      post: endpoint({
        guard: deps.guard,
        body: conversionSchema,
        bodyLimitBytes: BODY_BYTES,
        handle: ({ body: { options = {}, yaml } }, req, res) =>
          deps.workplace.work('convert', req, res, async (run) => {
            const { formats = [], targetSiems: targets = TARGET_IDS } = options;
            const { rules, refused } = await run({ kind: 'sigma', yaml, targets, formats });
            if (rules.length === 0) throw refusedSigma(refused.map(({ error }) => error));
            const answers = [...rules, ...refused].sort((a, b) => a.document - b.document);
            succeed(res, { rules: answers });
          }),
      }),
    },
  });
}
