import type { CookieOptions, Request, Response } from 'express';
import { DEVICE_SECONDS } from '../../sessions/known-devices.js';
import { isBrowser, readCookie } from './browser-session.js';

const COOKIE = 'tripline_device';

/** How clients send and get a device's token: in a cookie for browsers, in the body for all others. */
export interface DeviceTransport {
  /** The token that a client sends at sign-in, if it has one. */
  read(req: Request, body: { deviceToken?: string }): string | undefined;
  /** Gives a token to the client; returns what belongs in the body. */
  give(req: Request, res: Response, deviceToken: string): { deviceToken?: string };
}

/**
 * Builds the transport.
 * @param publicUrl where browsers reach the service
 */
export function createDeviceTransport(publicUrl: string | undefined): DeviceTransport {
  const cookieOptions: CookieOptions = {
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl?.startsWith('https:') ?? false,
    path: '/v1/auth',
    maxAge: DEVICE_SECONDS * 1000,
  };
  return {
    read: (req, body) => (isBrowser(req) ? readCookie(req, COOKIE) : body.deviceToken),
    give(req, res, deviceToken) {
      if (!isBrowser(req)) return { deviceToken };
      res.cookie(COOKIE, deviceToken, cookieOptions);
      return {};
    },
  };
}
