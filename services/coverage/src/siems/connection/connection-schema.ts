import Joi from 'joi';

/** `PUT /siems/{id}/connection` */
export interface ConnectionBody {
  readonly address: string;
  readonly token?: string;
  readonly tenant_id?: string;
  readonly client_id?: string;
  readonly login_address?: string;
  readonly every_hours?: number | null;
}

const MOST_HOURS = 24 * 31;
const address = Joi.string()
  .max(1000)
  .uri({ scheme: ['http', 'https'] });

export const connectionBody = Joi.object<ConnectionBody>({
  address: address
    .required()
    .description(
      'of the API: for splunk its management port, for elastic Kibana (with /s/SPACE for another than the default space), for sentinel https://management.azure.com and the id of the workspace’s resource',
    )
    .example('https://splunk.example.com:8089'),
  token: Joi.string()
    .max(10_000)
    .pattern(/^[\x21-\x7e]+$/, 'a token')
    .description(
      'for splunk a token, for elastic an API key as Kibana shows it (encoded), for sentinel the application’s secret. It is stored sealed and never answered. Left out, the one that is stored stays, which the same addresses need.',
    ),
  tenant_id: Joi.string().max(100).description('sentinel: the tenant of the application'),
  client_id: Joi.string().guid().description('sentinel: the application’s id'),
  login_address: address.description('sentinel: where tokens come from; left out, that of the address’s cloud'),
  every_hours: Joi.number()
    .integer()
    .min(1)
    .max(MOST_HOURS)
    .allow(null)
    .default(null)
    .description('how often rules are imported by themselves; null: never'),
});
