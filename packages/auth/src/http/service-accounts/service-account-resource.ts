import { json } from '@tripline/service';

/** A service account of the team. */
export const serviceAccountResource = json.resource('ServiceAccount', {
  id: json.uuid,
  name: json.text.example('deploy'),
  email: json.text
    .example('deploy@0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77.service-account.invalid')
    .description('Under which its work is shown; no mail reaches it.'),
  createdAt: json.instant,
  createdBy: json.nullable(json.text.example('ada@example.com')).description('Who made it; null when they are gone.'),
  activeKeys: json.integer,
});
