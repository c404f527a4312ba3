import { instant, type JsonSchema, list, nullable, object, text, uuid, yesOrNo } from '@tripline/service';

const policy: JsonSchema = { type: 'object', description: 'an IAM policy document, ready to paste' };

/** The schema of an account in the OpenAPI document. */
export const accountComponent: JsonSchema = object({
  id: uuid,
  name: text,
  provider: { type: 'string', enum: ['aws'] },
  external_account_id: text,
  regions: { ...nullable(list(text)), description: 'null: every enabled region' },
  schedule: { ...nullable(text), description: 'a cron expression of five fields, daily or weekly' },
  connection: object({
    role_arn: nullable(text),
    external_id: {
      type: 'string',
      description: "minted here, one per account; the role's trust policy must demand it",
    },
    worker_principal: nullable(text),
    trust_policy: policy,
    permissions_policy: policy,
    own_credentials: yesOrNo,
  }),
  status: { type: 'string', enum: ['pending_connection', 'connected', 'broken'] },
  last_scan_at: nullable(instant),
  created_at: instant,
});
