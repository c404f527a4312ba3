import { json } from '@tripline/service';

/** What an account forwards to another account or region, and whether it is known what sees it there. */
export const sightResource = json.resource('Sight', {
  region: json.text.description('where it comes from').example('eu-west-1'),
  service: json.text.example('guardduty'),
  via: json.text
    .description('how it goes there, in the provider’s words; more may come')
    .example('guardduty_administrator'),
  to_account: json.text.description('the account’s number or name at its provider').example('222222222222'),
  to_region: json.text.example('eu-west-1'),
  cloud_account_id: json
    .nullable(json.uuid)
    .description('that account here, where you have connected it; null where nobody of yours has'),
  state: json
    .oneOf(['read', 'unread', 'not_connected'])
    .description('`read`: what sees it counts as seen there; else what hangs on it is unknown'),
  technique_count: json.nullable(json.integer).description('techniques that it carries; null for a whole log'),
  to_do: json
    .nullable(json.text)
    .description('what to do to know what sees it')
    .example('Connect 222222222222 to know.'),
});
