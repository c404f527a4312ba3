import { json } from '@tripline/service';

const challenge = json.text.description('in base64url').example('3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
const timeout = json.integer.description('in milliseconds').example(300_000);
const extensions = json.anyObject.example({});
const credentials = json.list(
  json.object(
    {
      id: json.text.example('kq3bT0vVdVQm1Q'),
      type: json.exactly('public-key'),
      transports: json.list(json.text.example('internal')),
    },
    ['transports'],
  ),
);

/** What a browser makes a passkey by, for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
const creationOptions = json
  .resource(
    'PasskeyCreationOptions',
    {
      challenge,
      rp: json.object({ name: json.text.example('Tripline'), id: json.text.example('tripline.example.com') }),
      user: json.object({
        id: json.text.example('AZGq8sLScjyTq0m2WzT0Eg'),
        name: json.text.example('ada@example.com'),
        displayName: json.text.example('ada@example.com'),
      }),
      pubKeyCredParams: json.list(json.object({ type: json.exactly('public-key'), alg: json.integer.example(-7) })),
      timeout,
      attestation: json.text.example('none'),
      excludeCredentials: credentials,
      authenticatorSelection: json.object({
        residentKey: json.text.example('required'),
        requireResidentKey: json.yesOrNo,
        userVerification: json.text.example('required'),
      }),
      extensions,
      hints: json.list(json.text.example('client-device')),
    },
    ['extensions', 'hints'],
  )
  .description('what a browser makes a passkey by: for PublicKeyCredential.parseCreationOptionsFromJSON');

/** What a browser signs by, for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptions = json
  .resource(
    'PasskeyRequestOptions',
    {
      challenge,
      rpId: json.text.example('tripline.example.com'),
      timeout,
      userVerification: json.text.example('required'),
      allowCredentials: credentials,
      extensions,
    },
    ['allowCredentials', 'extensions'],
  )
  .description('what a browser signs by: for PublicKeyCredential.parseRequestOptionsFromJSON');

const offer = {
  ticket: json.secret.description('to be sent back with the browser’s answer, within 5 minutes').example('eyJhbGciOi…'),
  expiresAt: json.instant,
};

/** Begins to add a passkey. */
export const newPasskeyResource = json.object({
  ...offer,
  publicKey: creationOptions,
});

/** Begins a sign-in by passkey alone. */
export const passkeySignInResource = json.object({
  ...offer,
  publicKey: requestOptions,
});

/** A passkey as its user sees it. */
export const passkeyResource = json.resource('Passkey', {
  id: json.uuid,
  name: json.text.example('Ada’s phone'),
  createdAt: json.instant,
  lastUsedAt: json.nullable(json.instant),
});
