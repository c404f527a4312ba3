import { BadRequestError, ForbiddenError, UnauthorizedError } from '@tripline/service';
import type { CookieOptions, Request, Response } from 'express';

const COOKIE = 'tripline_refresh';
const COOKIE_DAYS = 30;

/** How clients send and get their refresh token: in a cookie for browsers, in the body for all others. */
export interface RefreshTransport {
  /**
   * The refresh token a client presents.
   * @throws ForbiddenError for a browser's request from another origin, BadRequestError or UnauthorizedError without one
   */
  read(req: Request, body: { refreshToken?: string }): string;
  /** Gives a token to the client; returns what belongs in the body. */
  give(req: Request, res: Response, refreshToken: string): { refreshToken?: string };
  /** Gives a token in the cookie, to a client that can only be a browser. */
  giveCookie(res: Response, refreshToken: string): void;
  /** Removes a browser's cookie. */
  clear(req: Request, res: Response): void;
}

/**
 * Builds the transport. With `X-Client: browser` a client gets its refresh token in an HttpOnly cookie, which no script can read. The
 * browser then sends it by itself, so the request must come from our own origin.
 * @param publicUrl the service's address for browsers; without it, the host of the request
 */
export function createRefreshTransport(publicUrl: string | undefined): RefreshTransport {
  const cookieOptions: CookieOptions = {
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl?.startsWith('https:') ?? false,
    path: '/v1/auth',
  };
  const giveCookie = (res: Response, refreshToken: string): void => {
    res.cookie(COOKIE, refreshToken, { ...cookieOptions, maxAge: COOKIE_DAYS * 86_400_000 });
  };
  return {
    giveCookie,
    read(req, body) {
      if (!isBrowser(req)) {
        if (body.refreshToken !== undefined) return body.refreshToken;
        throw new BadRequestError('Invalid body: refreshToken is required.', {
          details: [{ path: 'refreshToken', message: 'refreshToken is required' }],
        });
      }
      checkOrigin(req, publicUrl);
      const token = readCookie(req, COOKIE);
      if (token === undefined) throw new UnauthorizedError('There is no session cookie; sign in again.');
      return token;
    },
    give(req, res, refreshToken) {
      if (!isBrowser(req)) return { refreshToken };
      giveCookie(res, refreshToken);
      return {};
    },
    clear(req, res) {
      if (isBrowser(req)) res.clearCookie(COOKIE, cookieOptions);
    },
  };
}

/** Whether a client says that it is a browser, which keeps its tokens in cookies. */
export const isBrowser = (req: Request): boolean => req.get('x-client')?.toLowerCase() === 'browser';

function checkOrigin(req: Request, publicUrl: string | undefined): void {
  const own = publicUrl === undefined ? `${req.protocol}://${req.get('host') ?? ''}` : new URL(publicUrl).origin;
  if (req.get('origin') !== own) {
    throw new ForbiddenError(`A browser's session can be used from ${own} only; the Origin header must say so.`);
  }
}

/** The value of a cookie; an empty one counts as none. */
export function readCookie(req: Request, cookie: string): string | undefined {
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === cookie && value !== undefined && value !== '') return value;
  }
  return undefined;
}
