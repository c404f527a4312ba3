import { tactic } from '@tripline/attack';
import Joi from 'joi';
import type { CoverageStatus } from '../counting/compute-coverage.js';
import { actorOrChosen } from '../openapi/actor-parameter.js';
import { techniqueParameter } from '../openapi/technique-parameter.js';
import { GAP_PRIORITIES, type GapPriority } from './coverage-resources.js';

const format = Joi.string().valid('json', 'csv').default('json');
const offset = Joi.number().integer().min(0).max(1_000_000).default(0);

/** What the list of techniques is asked for. */
export interface TechniqueQuery {
  /** Short name. */
  readonly tactic?: string;
  readonly status?: CoverageStatus;
  readonly format: 'json' | 'csv';
  readonly limit: number;
  readonly offset: number;
}

/** `GET …/coverage/techniques` */
export const techniqueQuery = Joi.object<TechniqueQuery>({
  tactic: Joi.string()
    .max(40)
    .custom((text: string, helpers) => tactic(text)?.shortName ?? helpers.error('tactic.unknown'))
    .messages({ 'tactic.unknown': '{{#label}} must be an ATT&CK tactic, by id (TA0003) or short name (persistence)' }),
  status: Joi.string().valid('covered', 'partial', 'uncovered'),
  format,
  limit: Joi.number().integer().min(1).max(500).default(100),
  offset,
});

/** What the list of gaps is asked for. */
export interface GapQuery {
  readonly priority?: GapPriority;
  readonly include_partial: boolean;
  readonly include_excluded: boolean;
  /** Only those that are unknown, or only those that are not. */
  readonly unknown?: boolean;
  /** An actor's id, or `chosen`. */
  readonly actor?: string;
  readonly technique?: string;
  readonly format: 'json' | 'csv';
  readonly limit: number;
  readonly offset: number;
}

/** `GET …/coverage/gaps` */
export const gapQuery = Joi.object<GapQuery>({
  priority: Joi.string().valid(...GAP_PRIORITIES),
  include_partial: Joi.boolean().default(false),
  include_excluded: Joi.boolean().default(false),
  unknown: Joi.boolean(),
  actor: actorOrChosen,
  technique: techniqueParameter.description('the gap of this technique alone'),
  format,
  limit: Joi.number().integer().min(1).max(200).default(50),
  offset,
});

/** `GET …/coverage/history` */
export const historyQuery = Joi.object<{ limit: number; offset: number }>({
  limit: Joi.number().integer().min(1).max(200).default(50),
  offset,
});

/** `GET …/coverage/diff` */
export const diffQuery = Joi.object<{ from: string; to: string }>({
  from: Joi.string().guid().required(),
  to: Joi.string().guid().required(),
});
