import { type KeyScope, keyFields } from '@tripline/auth';
import Joi from 'joi';

const { allowedIps, expiresAt, name, overlapSeconds, scopes } = keyFields;

/** `POST /keys` */
export interface NewKeyBody {
  name: string;
  expires_at?: string | null;
  scopes?: KeyScope[];
  allowed_ips?: string[] | null;
}

export const newKeyBody = Joi.object<NewKeyBody>({
  name: name.required(),
  expires_at: expiresAt,
  scopes,
  allowed_ips: allowedIps,
});

/** `POST /keys/{prefix}/rotate` */
export const rotationBody = Joi.object<{ overlap_seconds: number }>({ overlap_seconds: overlapSeconds });
