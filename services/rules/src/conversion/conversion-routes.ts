import { defineRoutes, endpoint } from '@tripline/service';
import { DEPLOY_FORMATS, type DeployFormat, TARGET_IDS, type TargetId } from '@tripline/sigma';
import type { RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Engine } from '../engine/engine-pool.js';
import { succeed } from '../envelope.js';
import { knownList, optionsSchema, SIGMA_EXAMPLE } from '../generation/generation-schema.js';
import { refusedSigma } from '../refused-sigma.js';

/** What the conversion route needs. */
export interface ConversionRouterDeps {
  readonly engine: Engine;
  /** Credential and burst limit; an API key or a JWT. */
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
 * `POST /v1/convert`: per document of the text its conversions and notes, or its error. A text of which no document is a rule is 400. Nothing
 * is saved and nothing counts for the day.
 */
export function createConversionRouter(deps: ConversionRouterDeps): Router {
  return defineRoutes({
    '/v1/convert': {
      post: endpoint({
        guard: deps.guard,
        body: conversionSchema,
        bodyLimitBytes: BODY_BYTES,
        handle: async ({ body }, _req, res) => {
          const targets = body.options?.targetSiems ?? TARGET_IDS;
          const { rules, refused } = await deps.engine.run({
            kind: 'sigma',
            yaml: body.yaml,
            targets,
            formats: body.options?.formats ?? [],
          });
          if (rules.length === 0) throw refusedSigma(refused.map(({ error }) => error));
          const answers = [...rules, ...refused].sort((a, b) => a.document - b.document);
          succeed(res, { rules: answers });
        },
      }),
    },
  });
}
