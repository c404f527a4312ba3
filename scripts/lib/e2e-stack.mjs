// The stack of compose that end-to-end tests run on: its names and ports, which derive from the checkout's path, so that the stacks of two checkouts
// run beside each other and beside `npm start`.
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

/** What belongs to the stack that is up: settings, secrets, logs. */
export const FOLDER = join(ROOT, '.local/e2e');
/** The variables of test-e2e/README.md for the stack that is up. */
export const VARIABLES = join(FOLDER, 'variables.json');
/** Its settings, for `--env-file` in deploy/. */
export const SETTINGS = join(FOLDER, '.env');

const hash = createHash('sha256').update(ROOT).digest();
/** The name of the compose project, which its containers, networks and volumes carry as a label. */
export const PROJECT = `tripline-e2e-${hash.toString('hex').slice(0, 8)}`;
// Above the ports of npm start and of usual services, below those of outgoing connections.
const FIRST_PORT = 20_000 + 4 * (hash.readUInt32BE(4) % 3000);
const [PROXY, METRICS, AWS, MAIL] = [0, 1, 2, 3].map((number) => FIRST_PORT + number);

/** The words after `docker` that build the stage of the images that downloads every package, with the arguments that compose gives it. */
export const PACKAGES_BUILD = [
  ...['build', '--target', 'packages', '--file', 'deploy/Dockerfile', '--network', 'host'],
  ...['--build-arg', readFileSync(join(ROOT, 'deploy/images.env'), 'utf8').match(/^NODE_IMAGE=.+$/m)[0]],
  ...['--build-arg', `CHECKOUT=${PROJECT}`, '.'],
];

/** Writes the settings of a new stack: those of deploy/e2e.env and those of this checkout. deploy/init adds secrets and base images. */
export function writeSettings() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  // By name: there are no passkeys at an IP address.
  const address = `http://localhost:${PROXY}`;
  const token = randomBytes(24).toString('hex');
  const own = {
    COMPOSE_PROJECT_NAME: PROJECT,
    TRIPLINE_CHECKOUT: PROJECT,
    TRIPLINE_IMAGE: `tripline:${PROJECT}`,
    TRIPLINE_E2E_IMAGE: `tripline-e2e:${PROJECT}`,
    PROXY_LISTEN: `127.0.0.1:${PROXY}`,
    PROXY_METRICS_LISTEN: `127.0.0.1:${METRICS}`,
    AWS_SAMPLE_LISTEN: `127.0.0.1:${AWS}`,
    MAIL_CATCHER_LISTEN: `127.0.0.1:${MAIL}`,
    PUBLIC_URL: address,
    COVERAGE_PUBLIC_URL: `${address}/api/v1/public`,
    PUBLIC_RULES_URL: address,
    PUBLIC_COVERAGE_URL: address,
    ADMIN_TOKEN: token,
    WEBHOOK_KEY: randomBytes(36).toString('base64url'),
  };
  const lines = Object.entries(own).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(
    SETTINGS,
    `${readFileSync(join(ROOT, 'deploy/e2e.env'), 'utf8')}\n# Of this checkout.\n${lines.join('')}`,
  );
  chmodSync(SETTINGS, 0o600);
  writeFileSync(VARIABLES, JSON.stringify(variables(token), null, 2), { mode: 0o600 });
}

function variables(token) {
  const host = `http://127.0.0.1:${PROXY}`;
  return {
    RULES_URL: host,
    COVERAGE_URL: `${host}/api/v1/public`,
    COVERAGE_DOCUMENT_URL: `${host}/coverage/openapi.json`,
    ADMIN_TOKEN: token,
    MAIL_URL: `http://127.0.0.1:${MAIL}`,
    AWS_SAMPLE_URL: `http://127.0.0.1:${AWS}`,
    ADVISORY_URL: 'http://advisories:8080/copper-wren.html',
    E2E_COMPOSE_PROJECT: PROJECT,
    PROXY_METRICS_URL: `http://127.0.0.1:${METRICS}/metrics`,
  };
}
