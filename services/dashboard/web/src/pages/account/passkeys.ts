import type { Rules } from '../../api/clients.js';

/** What the browser answers, as the API's document has it. */
type Sent<T> = Omit<T, 'type' | 'clientExtensionResults'> & {
  readonly type: 'public-key';
  readonly clientExtensionResults: Record<string, unknown>;
};

/** Whether this browser has passkeys: only at https or localhost. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** A requirement by its word; WebAuthn takes one that a browser does not know for none. */
const requirementOf = (word: string) =>
  (['required', 'preferred', 'discouraged'] as const).find((requirement) => requirement === word);

/** Asks the browser for a passkey that signs in. @throws Error in words for people, also when they cancel */
export async function signByPasskey(options: Rules['PasskeyRequestOptions']) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const made = await ask(() => navigator.credentials.get({ publicKey }));
  return made.toJSON() as Sent<AuthenticationResponseJSON>;
}

/** Has the browser make a passkey. @throws Error in words for people, also when they cancel */
export async function makePasskey(options: Rules['PasskeyCreationOptions']) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    ...options,
    authenticatorSelection: {
      requireResidentKey: options.authenticatorSelection.requireResidentKey,
      residentKey: requirementOf(options.authenticatorSelection.residentKey),
      userVerification: requirementOf(options.authenticatorSelection.userVerification),
    },
  });
  const made = await ask(() => navigator.credentials.create({ publicKey }));
  return made.toJSON() as Sent<RegistrationResponseJSON>;
}

async function ask(call: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const made = await call().catch((cause) => {
    const known = cause instanceof DOMException && cause.name === 'InvalidStateError';
    throw new Error(
      known
        ? 'This device has a passkey of your account already.'
        : 'No passkey was given. Try again, or use another way.',
      { cause },
    );
  });
  if (!(made instanceof PublicKeyCredential)) throw new Error('The browser gave no passkey.');
  return made;
}
