import {
  anyObject,
  instant,
  list,
  nullable,
  object,
  oneOf,
  resource,
  type TypeOf,
  text,
  uuid,
  yesOrNo,
} from '@tripline/service';

const policy = nullable(anyObject).description('an IAM policy document, ready to paste');

/** Whether an account can be scanned: nothing to connect with yet, let in at the last try, or refused at it. */
const accountStatus = oneOf(['pending_connection', 'connected', 'broken']);
export type AccountStatus = TypeOf<typeof accountStatus>;

/** A cloud account. */
export const accountResource = resource('Account', {
  id: uuid,
  name: text.example('production'),
  provider: oneOf(['aws']),
  external_account_id: text.example('111122223333'),
  regions: nullable(list(text)).description('null: every enabled region').example(['eu-central-1', 'us-east-1']),
  schedule: nullable(text).description('a cron expression of five fields, daily or weekly').example('daily'),
  connection: object({
    role_arn: nullable(text).example('arn:aws:iam::111122223333:role/tripline'),
    external_id: text
      .description("minted here, one per account; the role's trust policy must demand it")
      .example('tripline-9f1c2a7be0d34458b6c1a2f3e4d5968770a1b2c3'),
    worker_principal: nullable(text).example('arn:aws:iam::444455556666:role/tripline-worker'),
    trust_policy: policy,
    permissions_policy: policy,
    own_credentials: yesOrNo,
  }),
  status: accountStatus,
  last_scan_at: nullable(instant),
  created_at: instant,
});
export type AccountResource = TypeOf<typeof accountResource>;

/** What trying an account's connection showed. */
export const connectionResource = object({
  id: uuid,
  status: accountStatus,
  detail: text.example('The role lets us in, and every permission of a scan is there.'),
  missing_actions: list(text.example('guardduty:ListDetectors')),
  warnings: list(text.example('The role can be assumed without the external id.')),
});
