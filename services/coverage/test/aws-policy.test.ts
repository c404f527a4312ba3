import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { organizationActions, permissionsPolicy, permittedActions } from '@tripline/coverage-service';

const SOURCE = fileURLToPath(new URL('../src/aws', import.meta.url));

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const files: readonly SourceFile[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ path: join(SOURCE, name), text: readFileSync(join(SOURCE, name), 'utf8') }));

/** The package by which organisations are read, which scans do not call. */
const ORGANIZATIONS = '@aws-sdk/client-organizations';

/** The IAM prefix of an SDK package, as the descriptor of its service says. */
const prefixes = new Map([
  [ORGANIZATIONS, 'organizations'],
  ...files.flatMap(({ path, text }) => {
    if (!text.includes('= awsService({')) return [];
    const sdk = /import\('(@aws-sdk\/client-[\w-]+)'\)/.exec(text)?.[1];
    const prefix = /iamPrefix: '([\w-]+)'/.exec(text)?.[1];
    if (sdk === undefined || prefix === undefined) throw new Error(`${dirname(path)} declares no service`);
    return [[sdk, prefix] as const];
  }),
] as const);

/** The actions that the source's commands need, of the packages asked for: every command of the SDK that is made, and every page of one. */
function sentActions(wanted: (sdk: string) => boolean = (sdk) => sdk !== ORGANIZATIONS): string[] {
  const actions = files.flatMap(({ path, text }) =>
    [...text.matchAll(/import (?:type )?\{([^}]*)\} from '(@aws-sdk\/client-[\w-]+)'/g)].flatMap(
      ([, names = '', sdk = '']) =>
        [...names.matchAll(/\b(?:([A-Z]\w+)Command|paginate([A-Z]\w+))\b/g)]
          .map(([, command, paginated]) => command ?? paginated ?? '')
          .filter((operation) => new RegExp(`new ${operation}Command\\(|paginate${operation}\\(`).test(text))
          // A worker's own identity and its entry into a role are no matter of the role's policy.
          .filter(() => sdk !== '@aws-sdk/client-sts' && wanted(sdk))
          .map((operation) => `${prefixes.get(sdk) ?? `${path} sends commands of the undeclared ${sdk}`}:${operation}`),
    ),
  );
  return [...new Set(actions)].sort();
}

describe('the policy of the role', () => {
  test('names exactly the actions whose commands the source sends', () => {
    expect(
      permissionsPolicy()
        .Statement.flatMap(({ Action }) => Action)
        .sort(),
    ).toEqual(sentActions());
    expect(sentActions()).toHaveLength(52);
  });

  test('lacks what only an account needs that an organisation is read through, which is told apart', () => {
    expect([...organizationActions].sort()).toEqual(sentActions((sdk) => sdk === ORGANIZATIONS));
    for (const action of organizationActions) expect(action).toMatch(/^organizations:(?:List|Describe)/);
  });

  test('names each once, with the reason why a scan asks for it', () => {
    const actions = permittedActions();
    expect(actions.map(({ action }) => action)).toEqual(permissionsPolicy().Statement.flatMap(({ Action }) => Action));
    expect(new Set(actions.map(({ action }) => action)).size).toBe(actions.length);
    for (const { reason } of actions) expect(reason).toMatch(/^To see .{10,}\.$/);
    expect(new Set(actions.map(({ reason }) => reason)).size).toBe(actions.length);
  });

  test('only reads', () => {
    for (const { action } of permittedActions()) expect(action).toMatch(/^[\w-]+:(?:List|Get|Describe|BatchGet)/);
  });
});
