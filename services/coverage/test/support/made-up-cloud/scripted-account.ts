import {
  CallFailure,
  type Cell,
  type CloudProvider,
  type DetectionSubject,
  type FoundDetection,
  type ScanError,
} from '@tripline/coverage-service';
import { LET_IN } from './scripted-cloud.js';

/** What a cell does when it is read: gives detections by name, fails after them, or waits. */
export interface CellScript {
  detections?: readonly (string | Partial<FoundDetection>)[];
  fails?: ScanError['kind'];
  /** Throws what no collector should. */
  breaks?: boolean;
  /** Reading goes on when this settles. */
  until?: Promise<void>;
  /** Never ends, whatever the signal says. */
  hangs?: boolean;
}

/** A cloud account as a script has it. */
export interface ScriptedAccount extends CloudProvider {
  /** Cells by `service scope`; the grid is all of them. */
  cells: Record<string, CellScript>;
  /** Scopes that exist but are not enabled. */
  closed: string[];
  /** What connecting throws. */
  refusal: ScanError['kind'] | undefined;
  /** Cells in the order they were begun, over all sessions. */
  readonly begun: string[];
  /** Most cells under way at once. */
  readonly most: { cells: number };
  sessions: number;
}

const failure = (place: { service: string; region: string | null }, kind: ScanError['kind']): CallFailure =>
  new CallFailure({
    ...place,
    operation: 'ListThings',
    code: kind === 'access_denied' ? 'AccessDeniedException' : 'SomeException',
    kind,
    message: `not authorised to perform ${place.service}:ListThings`,
    attempts: 1,
    at: '2026-01-02T03:04:05.678Z',
  });

/** An account whose cells do as they are told. */
export function scriptedAccount(cells: Record<string, CellScript>): ScriptedAccount {
  let underWay = 0;
  const account: ScriptedAccount = {
    cells,
    closed: [],
    refusal: undefined,
    begun: [],
    most: { cells: 0 },
    sessions: 0,
    isScopeName: (name) => /^[a-z]{2}-[a-z]+-\d$/.test(name),
    check: async () => LET_IN,
    organizations: {
      actions: ['organizations:ListAccounts'],
      roleOf: (number, roleName) => `arn:aws:iam::${number}:role/${roleName}`,
      // Each account manages one of its own, and is alone in it.
      read: async ({ externalAccountId: number }) => ({
        ...{ id: `o-${number}`, managementAccount: number, root: 'r-abcd' },
        policies: [],
        members: [{ number, name: 'alone', status: 'active', unit: '', path: [] }],
      }),
      templates: async () => ({ cloudformation: {}, terraform: {} }),
    },
    setup: async () => ({ workerPrincipal: null, trustPolicy: null, permissionsPolicy: {}, permissions: [] }),
    async connect() {
      if (account.refusal !== undefined) throw failure({ service: 'sts', region: null }, account.refusal);
      account.sessions += 1;
      let calls = 0;
      return {
        async listScopes() {
          calls += 1;
          const scopes = Object.keys(account.cells).map((cell) => cell.split(' ')[1] as string);
          return {
            enabled: [...new Set(scopes)].sort(),
            skipped: account.closed.map((scope) => ({ scope, reason: 'not_opted_in' })),
          };
        },
        cells: (scopes) =>
          Object.keys(account.cells)
            .map((name): Cell => {
              const [service = '', scope = ''] = name.split(' ');
              return { service, scope };
            })
            .filter(({ scope }) => scopes.includes(scope)),
        async *collect(cell) {
          const name = `${cell.service} ${cell.scope}`;
          const script = account.cells[name] ?? {};
          account.begun.push(name);
          underWay += 1;
          account.most.cells = Math.max(account.most.cells, underWay);
          calls += 1;
          try {
            for (const detection of script.detections ?? []) yield toFound(cell, detection);
            await script.until;
            if (script.hangs === true) await new Promise(() => undefined);
            if (script.breaks === true) throw new TypeError('a fault of ours');
            if (script.fails !== undefined) throw failure({ service: cell.service, region: cell.scope }, script.fails);
          } finally {
            underWay -= 1;
          }
        },
        feeds: async () => null,
        forwards: async () => null,
        calls: () => calls,
        close: () => undefined,
      };
    },
  };
  return account;
}

function toFound(cell: Cell, given: string | Partial<FoundDetection>): FoundDetection {
  const detection = typeof given === 'string' ? { name: given } : given;
  const name = detection.name ?? 'a rule';
  return {
    key: `${cell.service}/${name}`,
    type: 'eventbridge_rule',
    scope: cell.scope,
    arn: `arn:aws:events:${cell.scope}:111122223333:rule/${name}`,
    description: null,
    managed: false,
    status: 'active',
    statusReason: null,
    subject: { kind: 'tagged', techniques: ['T1078.004'] },
    ...detection,
    name,
  };
}

/** A rule on one event of CloudTrail. */
export const naming = (source: string, name: string): DetectionSubject => ({
  kind: 'event_pattern',
  pattern: JSON.stringify({ detail: { eventSource: [source], eventName: [name] } }),
  allManagementEvents: false,
});
