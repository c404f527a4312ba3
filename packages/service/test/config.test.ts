import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConfigError,
  type HttpConfig,
  httpSettings,
  loadConfig,
  type ProcessConfig,
  processSettings,
  secretSetting,
} from '@tripline/service';
import Joi from 'joi';

const schema = Joi.object<ProcessConfig & HttpConfig & { CLIENT_ID?: string; CLIENT_SECRET?: string }>({
  ...processSettings,
  ...httpSettings({ port: 4001, adminPort: 4101 }),
  CLIENT_ID: Joi.string(),
  CLIENT_SECRET: secretSetting(),
}).and('CLIENT_ID', 'CLIENT_SECRET');

const good = { DATABASE_URL: 'postgres://u:p@h/db', REDIS_URL: 'redis://h' };

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  test('gives typed settings with defaults, and leaves other variables alone', () => {
    const config = loadConfig(schema, {
      ...good,
      PATH: '/bin',
      CORS_ORIGINS: 'https://a.test, https://b.test,',
      TRUST_PROXY: '2',
    });
    expect(config).toMatchObject({
      PORT: 4001,
      ADMIN_PORT: 4101,
      TRUST_PROXY: 2,
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
    });
    expect(config.CORS_ORIGINS).toEqual(['https://a.test', 'https://b.test']);
    expect(config).not.toHaveProperty('PATH');
  });

  test('names all faults at once', () => {
    const faults = faultsOf({ PORT: 'eighty', LOG_LEVEL: 'loud', REDIS_URL: 'http://h', CLIENT_ID: 'x' });
    for (const name of ['PORT', 'LOG_LEVEL', 'REDIS_URL', 'DATABASE_URL', 'CLIENT_SECRET']) {
      expect(faults.filter((fault) => fault.includes(name))).toHaveLength(1);
    }
  });

  test('counts an empty value as unset, so a required one is missing', () => {
    expect(faultsOf({ ...good, REDIS_URL: '' })).toEqual([expect.stringContaining('REDIS_URL is required.')]);
  });

  test.each(['-1', '65536', '1.5', '1e9', '0x50', 'NaN', '4100-4001', '0-10', '4001-', '4001-70000', '1-2-3'])(
    'refuses the port %s, and says which forms there are',
    (PORT) => {
      expect(faultsOf({ ...good, PORT })).toEqual([
        expect.stringContaining('It takes a port up to 65535, 0 for any free one, or a range such as 4001-4100.'),
      ]);
    },
  );

  test('takes a port, 0 for any free one, and a range', () => {
    const portOf = (PORT: string) => loadConfig(schema, { ...good, PORT }).PORT;
    expect(['8080', '0', '65535', '4001-4100', 'held:4001'].map(portOf)).toEqual([
      8080,
      0,
      65_535,
      { first: 4001, last: 4100 },
      { held: 4001 },
    ]);
  });

  test('gives each process a new INSTANCE_ID unless one is set', () => {
    const [one, other] = [loadConfig(schema, good).INSTANCE_ID, loadConfig(schema, good).INSTANCE_ID];
    expect(one).not.toBe(other);
    expect(loadConfig(schema, { ...good, INSTANCE_ID: 'scan-worker-0' }).INSTANCE_ID).toBe('scan-worker-0');
  });

  test('never repeats the value of a secret', () => {
    const [fault] = faultsOf({ ...good, DATABASE_URL: 'mysql://u:hunter2@h/db' });
    expect(fault).toContain('DATABASE_URL');
    expect(fault).not.toContain('hunter2');
  });

  test.each(['proxy:3128', 'http://user:word@proxy:3128/', 'https://proxy'])('takes %s as a proxy', (HTTPS_PROXY) => {
    expect(faultsOf({ ...good, HTTPS_PROXY })).toEqual([]);
  });

  test('refuses a proxy that is no address at the start, and does not repeat its password', () => {
    const [fault = '', ...more] = faultsOf({ ...good, HTTP_PROXY: 'ftp://user:pass-word@proxy:21' });
    expect(fault).toContain('HTTP_PROXY');
    expect(fault).not.toContain('pass-word');
    expect(more).toEqual([]);
  });

  describe('secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'));
    const file = join(folder, 'url');
    writeFileSync(file, 'postgres://u:from-file@h/db\n');
    afterAll(() => rmSync(folder, { recursive: true }));

    test('are read without the trailing line break', () => {
      const config = loadConfig(schema, { REDIS_URL: good.REDIS_URL, DATABASE_URL_FILE: file });
      expect(config.DATABASE_URL).toBe('postgres://u:from-file@h/db');
    });

    test('are refused when the value is given twice, or the file cannot be read', () => {
      expect(faultsOf({ ...good, DATABASE_URL_FILE: file })).toEqual([
        'DATABASE_URL and DATABASE_URL_FILE are both set: keep one',
      ]);
      expect(faultsOf({ REDIS_URL: good.REDIS_URL, DATABASE_URL_FILE: join(folder, 'none') })).toEqual([
        'DATABASE_URL_FILE names a file that cannot be read (ENOENT)',
      ]);
    });

    test('are for secrets alone: another setting has no file', () => {
      expect(loadConfig(schema, { ...good, PORT_FILE: file }).PORT).toBe(4001);
    });
  });
});
