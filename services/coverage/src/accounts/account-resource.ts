import { json, type TypeOf } from '@tripline/service';
import { PROVIDER_NAMES } from '../providers/provider.js';

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
  actor_ids: json.list(json.text.example('G1015')).description('ATT&CK groups and campaigns that gaps are told of'),
  status: accountStatus,
  last_scan_at: json.nullable(json.instant),
  created_at: json.instant,
});
export type AccountResource = TypeOf<typeof accountResource>;

/** What trying an account's connection showed. */
export const connectionResource = json.object({
  id: json.uuid,
  status: accountStatus,
  detail: json.text.example('The role can be assumed, and has every permission that a scan needs.'),
  missing_actions: json.list(json.text.example('guardduty:ListDetectors')),
  warnings: json.list(json.text.example('The role can be assumed without the external id.')),
});
