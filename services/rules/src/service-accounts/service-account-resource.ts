import { instant, integer, nullable, resource, text, uuid } from '@tripline/service';

/** A service account of the team. */
export const serviceAccountResource = resource('ServiceAccount', {
  id: uuid,
  name: text.example('deploy'),
  email: text
    .example('deploy@0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77.service-account.invalid')
    .description('Under which its work is shown; no mail reaches it.'),
  createdAt: instant,
  createdBy: nullable(text.example('ada@example.com')).description('Who made it; null when they are gone.'),
  activeKeys: integer,
});
