import { OWNER_KINDS } from '@tripline/auth';
import { json, type TypeOf } from '@tripline/service';
import { PROVIDER_NAMES } from '../providers/facts-of.js';

const policy = json.nullable(json.anyObject).description('an IAM policy document, ready to paste');

/** Whether an account can be scanned: nothing to connect with yet, let in at the last try, or refused at it. */
const accountStatus = json.oneOf(['pending_connection', 'connected', 'broken']);
export type AccountStatus = TypeOf<typeof accountStatus>;

/** A cloud account. */
export const accountResource = json.resource('Account', {
  id: json.uuid,
  name: json.text.example('production'),
  provider: json.oneOf(PROVIDER_NAMES),
  external_account_id: json.text.example('111122223333'),
  regions: json
    .nullable(json.list(json.text))
    .description('null: every enabled region')
    .example(['eu-central-1', 'us-east-1']),
  schedule: json.nullable(json.text).description('a cron expression of five fields, daily or weekly').example('daily'),
  connection: json.object({
    role_arn: json.nullable(json.text).example('arn:aws:iam::111122223333:role/tripline'),
    external_id: json.text
      .description("minted here, one per account; the role's trust policy must demand it")
      .example('tripline-9f1c2a7be0d34458b6c1a2f3e4d5968770a1b2c3'),
    worker_principal: json.nullable(json.text).example('arn:aws:iam::444455556666:role/tripline-worker'),
    trust_policy: policy,
    permissions_policy: policy,
    permissions: json
      .list(
        json.object({
          action: json.text.example('events:ListTargetsByRule'),
          reason: json.text.example('To see whether a rule sends what it finds anywhere.'),
        }),
      )
      .description('the actions of permissions_policy, each with what a scan needs it for'),
    own_credentials: json.yesOrNo,
  }),
  tags: json.list(json.text.example('production')),
  owner: json
    .closedOneOf(OWNER_KINDS)
    .description('`user`: its maker’s own; `team`: the team’s, which all its members read')
    .example('team'),
  actor_ids: json.list(json.text.example('G1015')).description('ATT&CK groups and campaigns that gaps are told of'),
  status: accountStatus,
  last_scan_at: json.nullable(json.instant),
  scan_under_way: json.nullable(json.uuid).description('the scan of it that is pending or running'),
  created_at: json.instant,
});
export type AccountResource = TypeOf<typeof accountResource>;

/** What moving accounts to the team came to. */
export const accountMove = json.resource('AccountMove', {
  moved: json.integer.example(2),
  not_moved: json
    .list(
      json.object({
        id: json.uuid,
        name: json.text.example('production'),
        reason: json.text
          .description(
            '`team_has_account`: the team has an account of this number; `in_team`: it is the team’s already; `account_limit`, `schedule_too_often`: more than the team’s tier includes; `own_credentials`: the operator does not allow the team the service’s own. Others may come',
          )
          .example('team_has_account'),
        message: json.text.example('The team has account 111122223333 already. Yours stays yours.'),
      }),
    )
    .description('accounts that stay whose they are, each with the reason'),
});
export type AccountMove = TypeOf<typeof accountMove>;

/** What trying an account's connection showed. */
export const connectionResource = json.object({
  id: json.uuid,
  status: accountStatus,
  detail: json.text.example('The role can be assumed, and has every permission that a scan needs.'),
  missing_actions: json.list(json.text.example('guardduty:ListDetectors')),
  warnings: json.list(json.text.example('The role can be assumed without the external id.')),
});
