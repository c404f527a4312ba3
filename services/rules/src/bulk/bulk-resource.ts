import { json, type TypeOf } from '@tripline/service';
import { EXPORT_FORMATS } from '../engine/tasks/export-rules.js';
import { RULE_STATES } from '../rule/rule-resource.js';

/** What a job does with each of its rules. */
export const BULK_ACTIONS = ['delete', 'state', 'export'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Why a rule of a job was not done. */
const NOT_DONE_REASONS = ['gone', 'already', 'form_refused', 'engine_limit'] as const;
export type NotDoneReason = (typeof NOT_DONE_REASONS)[number];

/** A job over many rules. */
export const bulkJob = json.resource('BulkJob', {
  jobId: json.uuid,
  action: json.oneOf(BULK_ACTIONS),
  state: json
    .oneOf(['waiting', 'running', 'done', 'failed'])
    .description('`failed`: it ended before its end; what is done stays done')
    .example('running'),
  newState: json.nullable(json.oneOf(RULE_STATES)).description('the state that it sets; null for other actions'),
  formats: json.nullable(json.list(json.oneOf(EXPORT_FORMATS))).description('the forms of an export; null otherwise'),
  total: json.integer.description('rules that were chosen').example(5066),
  done: json.integer.example(5061),
  notDone: json
    .list(
      json.object({
        reason: json
          .oneOf(NOT_DONE_REASONS)
          .description(
            '`gone`: there is no such rule of yours (any more); `already`: it has this state; `form_refused`: it cannot have a form; `engine_limit`: it takes too much time or memory',
          ),
        message: json.text.example('There is no such rule of yours any more.'),
        count: json.integer.example(5),
        rules: json
          .list(
            json.object({
              ruleKey: json.uuid,
              title: json.nullable(json.text).description('null where there was no rule when the job was made'),
              message: json.nullable(json.text).description('what is particular to this rule'),
            }),
          )
          .description('the first ten of them'),
      }),
    )
    .description('by reason'),
  file: json
    .nullable(
      json.object({ fileName: json.text.example('tripline-rules.zip'), bytes: json.integer.example(1_048_576) }),
    )
    .description('the file of an export that is done'),
  createdAt: json.instant,
  endedAt: json.nullable(json.instant),
});
export type BulkJobResource = TypeOf<typeof bulkJob>;
