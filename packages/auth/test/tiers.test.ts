import {
  authSettings,
  dailyGenerations,
  effectiveTier,
  mailSettings,
  signInSettings,
  TIERS,
  tierLimits,
  tierReaches,
} from '@tripline/auth';
import { type ConfigError, loadConfig, processSettings } from '@tripline/service';
import Joi from 'joi';

describe('tiers', () => {
  test('allow the numbers of the contract', () => {
    const keys = TIERS.map((tier) => tierLimits(tier).activeKeys);
    expect(keys).toEqual([0, 2, 5, 20, 100]);
    expect(TIERS.map((tier) => dailyGenerations({ tier, kind: 'jwt' }).credential)).toEqual([3, 20, 100, 500, 5000]);
    expect(TIERS.slice(2).map((tier) => dailyGenerations({ tier, kind: 'api-key' }))).toEqual([
      { credential: 100, user: 500 },
      { credential: 500, user: 2500 },
      { credential: 5000, user: 25_000 },
    ]);
    expect(TIERS.map((tier) => tierLimits(tier).coverageCallsPerHour)).toEqual([0, 1000, 10_000, 10_000, 100_000]);
    expect(TIERS.map((tier) => tierLimits(tier).teamSeats)).toEqual([0, 0, 0, 10, 250]);
    expect(TIERS.map((tier) => tierLimits(tier).cloudAccounts)).toEqual([0, 10, 50, 250, 5000]);
    expect(TIERS.map((tier) => tierLimits(tier).scheduleMinutes)).toEqual([60, 60, 60, 60, 15]);
  });

  test('are ordered', () => {
    expect(TIERS.map((tier) => tierReaches(tier, 'pro'))).toEqual([false, false, true, true, true]);
  });

  test.each([
    ['free', undefined, 'free'],
    ['free', 'team', 'team'],
    ['pro', 'enterprise', 'enterprise'],
    ['enterprise', 'team', 'enterprise'],
    // An owner who has fallen below `team` lends nothing, not even what they still have.
    ['free', 'pro', 'free'],
    ['individual', 'free', 'individual'],
  ] as const)("own %s and the team owner's %s make %s", (own, owners, effective) => {
    expect(effectiveTier(own, owners)).toBe(effective);
  });
});

describe('the settings', () => {
  const base = {
    DATABASE_URL: 'postgres://h/db',
    REDIS_URL: 'redis://h',
    JWT_SECRET: 'q8Yd0mVtN2w7cLx4Rk9eHb6sJf1uPz3A',
  };
  const faults = (settings: object, env: NodeJS.ProcessEnv): readonly string[] => {
    try {
      loadConfig(Joi.object({ ...processSettings, ...settings }), env);
      return [];
    } catch (error) {
      return (error as ConfigError).faults;
    }
  };

  test('of identity require a secret, and refuse a short one', () => {
    expect(faults(authSettings, { ...base, JWT_SECRET: '' })).toEqual([
      expect.stringContaining('JWT_SECRET is required.'),
    ]);
    expect(
      faults({ ...authSettings, ...signInSettings }, { ...base, JWT_SECRET: 'short', ADMIN_TOKEN: 'short' }),
    ).toHaveLength(2);
  });

  test('of identity need no mail server, since another process sends mail', () => {
    expect(faults(authSettings, base)).toEqual([]);
    expect(faults(authSettings, { ...base, SMTP_URL: 'smtp://h' })).toEqual([]);
  });

  test('of mail require a mail server where people can register, except in development', () => {
    expect(faults(mailSettings, base)[0]).toContain('SMTP_URL is required');
    expect(faults(mailSettings, { ...base, NODE_ENV: 'development' })).toEqual([]);
    expect(faults(mailSettings, { ...base, SIGNUP: 'closed' })).toEqual([]);
    expect(faults(mailSettings, { ...base, BUILTIN_ACCOUNTS: 'false' })).toEqual([]);
  });

  test('of mail require PUBLIC_URL with a mail server', () => {
    expect(faults(mailSettings, { ...base, SMTP_URL: 'smtp://h' })[0]).toContain('PUBLIC_URL is required');
    expect(faults(mailSettings, { ...base, SMTP_URL: 'smtp://h', PUBLIC_URL: 'https://h' })).toEqual([]);
  });
});
