import { type DestinationStream, type Logger, pino } from 'pino';
import { traceFields } from './trace.js';

export type { Logger } from 'pino';

/** Fields whose values a log line must never contain, at any depth. */
const SECRET_FIELDS = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'apiKey',
  'api_key',
  'password',
  'currentPassword',
  'newPassword',
  'passwordHash',
  'token',
  'accessToken',
  'refreshToken',
  'jwt',
  'secret',
  'clientSecret',
].join('|');

const SECRET_VALUE = new RegExp(`"(${SECRET_FIELDS})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'gi');
// An API key. Its public part (8 characters) stays readable, so that a log line can be matched with a key in the list.
const API_KEY = /(?<![0-9A-Za-z])([0-9A-Za-z]{1,32}_live_[0-9A-Za-z]{8})[0-9A-Za-z]+/g;
const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const URL_PASSWORD = /(:\/\/[^\s:/@"]{0,256}):[^\s/@"]{1,512}@/g;

/** A text with every API key, token, password field and URL password removed. Linear in the text's length. */
export function redact(text: string): string {
  return text
    .replace(SECRET_VALUE, '"$1":"[redacted]"')
    .replace(API_KEY, '$1[redacted]')
    .replace(JSON_WEB_TOKEN, '[redacted]')
    .replace(URL_PASSWORD, '$1:[redacted]@');
}

/**
 * A structured logger whose every line passes through {@link redact}, so that a secret cannot reach the log inside an unexpected object.
 * `destination` defaults to standard output; lines are written together while earlier writes are under way, so that no request waits for
 * its own line, and the rest is written when the process ends, unless it is killed. With traces on, each line has `traceId` and `spanId`.
 */
export function createLog(options: { name: string; level: string }, destination?: DestinationStream): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: redact },
    mixin: traceFields,
  };
  return pino(settings, destination ?? pino.destination({ sync: false }));
}
