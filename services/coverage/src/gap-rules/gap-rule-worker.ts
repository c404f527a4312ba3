import { GAP_RULE_STATES, type GapRuleEvent, QUEUES } from '@tripline/service';
import Joi from 'joi';
import {
  type EventWorker,
  type EventWorkerDeps,
  seqSchema,
  startEventWorker,
  techniqueSchema,
  uuidSchema,
} from '../told/event-worker.js';
import { keepNewest } from './gap-rule-store.js';

const eventSchema = Joi.object<GapRuleEvent>({
  seq: seqSchema,
  ownerId: uuidSchema,
  makerId: uuidSchema,
  accountId: uuidSchema,
  ruleKey: uuidSchema,
  techniqueId: techniqueSchema.required(),
  state: Joi.string()
    .valid(...GAP_RULE_STATES)
    .required(),
});

/** Takes what the rules service tells of rules that were written for gaps. */
export const startGapRuleWorker = (deps: EventWorkerDeps): EventWorker =>
  startEventWorker(deps, { queue: QUEUES.gapRules, event: eventSchema, keep: keepNewest });
