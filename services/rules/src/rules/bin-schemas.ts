import type { OwnerKind } from '@tripline/auth';
import Joi from 'joi';
import { validate as isUuid } from 'uuid';
import type { BinSelection } from './rule-bin.js';
import { owner } from './rule-schemas.js';

/** Most keys in the query of a deletion for good, which is an address. */
const MOST_KEYS_IN_QUERY = 100;

/** Query of the bin's list. */
export const binListSchema = Joi.object<{ limit: number; cursor?: string }>({
  limit: Joi.number().integer().min(1).max(200).default(50),
  cursor: Joi.string().max(200),
});

const WHOSE_BIN = 'only what is in this owner’s bin; both may have a rule of one key';

/** Body of a restoration. */
export const restorationSchema = Joi.object<BinSelection & { readonly owner?: OwnerKind }>({
  owner: owner.description(WHOSE_BIN),
  ruleKeys: Joi.array().items(Joi.string().guid().lowercase()).min(1).max(500).unique(),
  jobId: Joi.string().guid().lowercase().description('everything that this job deleted, at most 10,000 at once'),
})
  .xor('ruleKeys', 'jobId')
  .example({ ruleKeys: ['5f0d1b0e-9f3a-4c1e-8d53-3f2d4a9b7c01'] })
  .messages({
    'object.missing': 'the body must have ruleKeys or jobId',
    'object.xor': 'the body may have ruleKeys or jobId, not both',
  });

/** Query of a deletion for good. To empty the bin has to be said, so that a forgotten key does not. */
export const emptyBinSchema = Joi.object<{ ruleKeys?: readonly string[]; all?: true; owner?: OwnerKind }>({
  owner: owner.description(WHOSE_BIN),
  ruleKeys: Joi.string<readonly string[]>()
    .max(MOST_KEYS_IN_QUERY * 37)
    .custom((text: string, helpers) => {
      const keys = [...new Set(text.toLowerCase().split(','))];
      return keys.length > MOST_KEYS_IN_QUERY || !keys.every((key) => isUuid(key)) ? helpers.error('keys.query') : keys;
    })
    .messages({ 'keys.query': `{{#label}} is at most ${MOST_KEYS_IN_QUERY} keys of rules with commas between them` })
    .description(`keys of rules with commas between them, at most ${MOST_KEYS_IN_QUERY}`),
  all: Joi.boolean().valid(true).description('everything in the bin'),
})
  .xor('ruleKeys', 'all')
  .messages({
    'object.missing': 'the query must have ruleKeys, or all=true for everything in the bin',
    'object.xor': 'the query may have ruleKeys or all, not both',
  });
