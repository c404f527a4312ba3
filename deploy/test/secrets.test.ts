import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { baseResources, DEPLOY } from './support/manifests.js';

/** The processes by their names in docs/settings.md, which `npm run docs` makes from the schemas that they read their settings with. */
const PROCESSES: Readonly<Record<string, string>> = {
  'rules API': 'rules-api',
  'rules worker': 'rules-worker',
  'coverage API': 'coverage-api',
  'scan worker': 'scan-worker',
  dashboard: 'dashboard',
  migrate: 'migrate',
};
/** A process reads it, and uses it in development only: its own description says so. */
const DEVELOPMENT_ONLY: Readonly<Record<string, readonly string[]>> = { SMTP_URL: ['rules-api', 'coverage-api'] };

/** The secrets that each process uses, from the one list there is of them. */
function usedSecrets(): Map<string, string[]> {
  const page = readFileSync(join(DEPLOY, '../docs/settings.md'), 'utf8');
  const used = new Map(Object.values(PROCESSES).map((name) => [name, [] as string[]]));
  for (const section of page.split(/^## /m).slice(1)) {
    const [title = '', ...lines] = section.split('\n');
    const readers = title === 'Every process' ? Object.keys(PROCESSES) : title.split(', ');
    for (const [, name = ''] of lines.flatMap((line) => [...line.matchAll(/^\| `(\w+)` \|.* Secret\. \|/g)])) {
      for (const reader of readers.map((each) => PROCESSES[each] ?? each))
        if (!DEVELOPMENT_ONLY[name]?.includes(reader)) used.get(reader)?.push(name);
    }
  }
  return new Map([...used].map(([name, secrets]) => [name, secrets.sort()]));
}

const used = usedSecrets();
const all = [...new Set([...used.values()].flat())].sort();
const compose = parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true });

it('the list names the secrets of every process but the dashboard', () => {
  expect(all).toEqual([
    'ADMIN_TOKEN',
    'DATABASE_URL',
    'JWT_SECRET',
    'JWT_SECRET_PREVIOUS',
    'MIGRATION_DATABASE_URL',
    'OIDC_CLIENT_SECRET',
    'REDIS_URL',
    'SIEM_KEY',
    'SIEM_KEY_PREVIOUS',
    'SMTP_URL',
    'WEBHOOK_KEY',
    'WEBHOOK_KEY_PREVIOUS',
  ]);
  expect(used.get('dashboard')).toEqual([]);
});

describe.each([...used])('%s', (name, secrets) => {
  it('is given by compose the secrets that it uses, and of the others an empty value, whatever .env says', () => {
    const { environment, secrets: files = [] } = compose.services[name];
    const given = all.filter((secret) => environment[secret] !== '');
    expect(given).toEqual(secrets);
    for (const secret of given) expect(environment[secret]).toBe(`\${${secret}:-}`);
    // The server's own password is not a setting of ours, and stands in the same file.
    expect(environment.POSTGRES_PASSWORD).toBe('');
    expect(
      [...files].map((file: string) => file.toUpperCase()).filter((file: string) => !secrets.includes(file)),
    ).toEqual([]);
  });

  it('is given by the chart the secrets that it uses and no other', () => {
    const workload = baseResources().find(
      ({ kind, metadata }) => (kind === 'Deployment' || kind === 'Job') && metadata.name === `tripline-${name}`,
    );
    const env: { name: string; valueFrom?: { secretKeyRef?: { key: string } } }[] =
      workload?.spec.template.spec.containers[0].env ?? [];
    const given = env.filter(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined);
    expect(given.map((each) => each.name).sort()).toEqual(secrets);
    for (const each of given) expect(each.valueFrom?.secretKeyRef?.key.toUpperCase()).toBe(each.name);
  });
});
