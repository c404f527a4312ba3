import { ConfigError, httpSettings, loadConfig, processSettings, strongSecretSetting } from '@tripline/service';
import Joi from 'joi';

const schema = Joi.object({
  ...processSettings,
  ...httpSettings({ port: 4001, adminPort: 4101 }),
  JWT_SECRET: strongSecretSetting(),
});
const good = { DATABASE_URL: 'postgres://u:p@h/db', REDIS_URL: 'redis://h' };

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(schema, { ...good, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('a misspelt name is a fault that names the setting that is meant', () => {
  test.each([
    ['LIMIT_DATABASE_CONECTIONS', 'LIMIT_DATABASE_CONNECTIONS'],
    ['DRAIN_SECOND', 'DRAIN_SECONDS'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['JWT_SECRET_FIEL', 'JWT_SECRET_FILE'],
    // A setting of another process.
    ['WORKER_CONCURENCY', 'WORKER_CONCURRENCY'],
  ])('%s', (name, meant) => {
    expect(faultsOf({ [name]: '7' })).toEqual([`${name} is not a setting. Did you mean ${meant}?`]);
  });

  test.each(['LIMIT_EVERYTHING', 'OIDC_SOMETHING', 'AUTH_MODE'])(
    '%s has a prefix that only our settings have',
    (name) => {
      expect(faultsOf({ [name]: '7' })).toEqual([expect.stringContaining(`${name} is not a setting of any process`)]);
    },
  );
});

describe('a name is no fault', () => {
  test.each([
    ['of another process', { WORKER_CONCURRENCY: '4', LIMIT_SCAN_STALL_SECONDS: '30', OIDC_ISSUER: 'https://id.test' }],
    ['of another process, as a file', { SMTP_URL_FILE: '/run/secrets/smtp' }],
    ['that is not set', { LIMIT_EVERYTHING: '' }],
    [
      'of the shell, of a proxy, of Node',
      { PATH: '/bin', HOST: 'h', HTTPS_PROXY: 'http://p', FTP_PROXY: 'x', NODE_OPTIONS: '' },
    ],
    [
      'that Kubernetes makes of a Service',
      {
        AUTH_SERVICE_HOST: '10.0.0.7',
        AUTH_SERVICE_PORT: '80',
        AUTH_SERVICE_PORT_HTTP: '80',
        AUTH_PORT: 'tcp://10.0.0.7:80',
        AUTH_PORT_80_TCP: 'tcp://10.0.0.7:80',
        AUTH_PORT_80_TCP_PROTO: 'tcp',
        LIMIT_PORT_80_TCP_ADDR: '10.0.0.7',
      },
    ],
  ])('%s', (_what, env) => {
    expect(faultsOf(env)).toEqual([]);
  });
});

describe('a fault says what was given, what is expected and what the setting is', () => {
  test.each([
    [
      'PORT',
      'eighty',
      'PORT is "eighty". It takes a port up to 65535, 0 for any free one, or a range such as 4001-4100. Where the API listens.',
    ],
    [
      'LIMIT_SHUTDOWN_SECONDS',
      '0',
      'LIMIT_SHUTDOWN_SECONDS is 0. It takes a whole number from 1 to 600 (seconds). How long a stopping process waits for requests in flight, once it accepts no more calls.',
    ],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL is "loud". It takes one of fatal, error, warn, info, debug, trace, silent. The lowest level that is logged.',
    ],
  ])('%s', (name, value, fault) => {
    expect(faultsOf({ [name]: value })).toEqual([fault]);
  });

  test('but of a secret not what was given', () => {
    expect(faultsOf({ DATABASE_URL: 'mysql://u:hunter2@h/db' })).toEqual([
      expect.stringMatching(
        /^DATABASE_URL has a value that it does not take\. It takes an address that begins with postgres:\/\/ or postgresql:\/\/\. The address of Postgres/,
      ),
    ]);
  });

  test('and all at once', () => {
    expect(faultsOf({ PORT: 'x', LOGLEVEL: 'info', LIMIT_X: '1', JWT_SECRET: 'short', REDIS_URL: '' })).toHaveLength(5);
  });
});

describe('a secret is refused', () => {
  test.each([
    ['that is short', 'k3J9x', 'at least 32 characters'],
    ['of one character', 'x'.repeat(64), 'different characters'],
    ['of few characters', '0102'.repeat(12), 'different characters'],
    ['of one piece over and over', 'Zq3vTn8wLk5y'.repeat(4), 'it repeats one piece'],
    ['of words from examples', 'change-me-please-my-jwt-secret-key-123', 'examples'],
    ['of digits and letters in order', '0123456789abcdefghijklmnopqrstuvwxyz', 'examples'],
    ['that asks to be replaced', 'your_secret_key_replace_this_before_production', 'examples'],
  ])('%s', (_what, JWT_SECRET, reason) => {
    const [fault] = faultsOf({ JWT_SECRET });
    expect(fault).toContain('JWT_SECRET');
    expect(fault).toContain(reason);
    expect(fault).not.toContain(JWT_SECRET);
  });

  test.each([
    'q8Yd0mVtN2w7cLx4Rk9eHb6sJf1uPz3A',
    'a sentence of ten ordinary yet unrelated nouns: heron, quilt, basalt',
  ])('but not one that is strong: %s', (JWT_SECRET) => {
    expect(faultsOf({ JWT_SECRET })).toEqual([]);
  });
});
