import Joi from 'joi';
import type { MadePasskey, PasskeyProof } from '../../passkeys/webauthn.js';

/** Bytes in base64url. */
const bytes = (most: number, example = 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M') =>
  Joi.string()
    .pattern(/^[\w-]*$/)
    .max(most)
    .example(example);
/** An authenticator's id of a passkey: 1023 bytes at most (Web Authentication, 4). */
const id = bytes(1364, 'kq3bT0vVdVQm1Q').min(1).required();
const clientDataJSON = bytes(4096, 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0').required();
const authenticatorData = bytes(4096);

/** What `toJSON()` of a passkey has at its top, whether just made or just used. */
const common = {
  id,
  rawId: id,
  type: Joi.valid('public-key').required(),
  authenticatorAttachment: Joi.string().max(40).allow(null).example('platform'),
  // Nothing in them is used.
  clientExtensionResults: Joi.object().unknown().required().example({}),
};

/** What a browser gives of a passkey just made. */
const madePasskey = Joi.object<MadePasskey>({
  ...common,
  response: Joi.object({
    clientDataJSON,
    attestationObject: bytes(16_384).required(),
    authenticatorData,
    publicKey: bytes(4096).allow(null),
    publicKeyAlgorithm: Joi.number().integer().example(-7),
    transports: Joi.array().items(Joi.string().max(40).example('internal')).max(10),
  }).required(),
});

/** What a browser gives of a passkey just used. */
export const passkeyProof = Joi.object<PasskeyProof>({
  ...common,
  response: Joi.object({
    clientDataJSON,
    authenticatorData: authenticatorData.required(),
    signature: bytes(4096).required(),
    userHandle: bytes(128).allow(null),
    attestationObject: bytes(16_384).allow(null),
  }).required(),
});

const ticket = Joi.string().max(2048).required().example('eyJhbGciOi…');

/** `POST /v1/me/factors/passkeys` */
export const addPasskeySchema = Joi.object<{ ticket: string; name: string; passkey: MadePasskey }>({
  ticket,
  name: Joi.string()
    .max(100)
    .pattern(/^[^\p{Cc}]*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must not contain control characters' })
    .required()
    .example('Ada’s phone'),
  passkey: madePasskey.required(),
});

/** `POST /v1/auth/login/passkey` */
export const passkeySignInSchema = Joi.object<{ ticket: string; passkey: PasskeyProof; deviceToken?: string }>({
  ticket,
  passkey: passkeyProof.required(),
  deviceToken: Joi.string().max(2048),
});
