import Joi from 'joi';
import { v4 as uuidv4 } from 'uuid';
import { createSeal } from '../secrets/seal.js';
import type { SigningSecrets } from '../secrets/signing-secrets.js';

/**
 * Knows the browsers and programs in which an account was signed in before. Each holds a sealed token that says so; nothing is stored here.
 * The token gives no access: it only has its bearer's failed sign-ins counted separately.
 */
export interface KnownDevices {
  /** The id of the device that sends a token, if this account was signed in on it. */
  idFor(deviceToken: string | undefined, userId: string): string | undefined;
  /** The token for a device on which this account has just been signed in; it still names the device's other accounts. */
  remember(deviceToken: string | undefined, userId: string): string;
}

interface Device {
  id: string;
  /** The accounts signed in to on it, the last first. */
  users: string[];
}

/** How long a device is remembered after its last sign-in, in seconds: 180 days. */
export const DEVICE_SECONDS = 180 * 86_400;
/** Most accounts of one device that are remembered. */
const USERS_MAX = 5;

const schema = Joi.object<Device>({
  id: Joi.string().guid().required(),
  users: Joi.array().items(Joi.string().guid()).required(),
});

/** Builds it. */
export function createKnownDevices(secrets: SigningSecrets): KnownDevices {
  const devices = createSeal(secrets, { name: 'device', schema, seconds: DEVICE_SECONDS });
  return {
    idFor(deviceToken, userId) {
      const device = devices.open(deviceToken);
      return device?.users.includes(userId) ? device.id : undefined;
    },
    remember(deviceToken, userId) {
      const { id, users } = devices.open(deviceToken) ?? { id: uuidv4(), users: [] };
      const others = users.filter((other) => other !== userId);
      return devices.seal({ id, users: [userId, ...others].slice(0, USERS_MAX) });
    },
  };
}
