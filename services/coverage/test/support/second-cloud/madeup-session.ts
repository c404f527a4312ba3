import type { CloudSession, FoundDetection } from '@tripline/coverage-service';
import { DEEDS } from './madeup-facts.js';

const watch = (scope: string, name: string, techniques: readonly string[]): FoundDetection => ({
  key: name,
  type: 'madeup_watch',
  scope,
  name,
  arn: null,
  managed: false,
  status: 'active',
  statusReason: null,
  subject: { kind: 'tagged', techniques },
});

/** What each quarter watches: sign-ins in both, reads in the north where nobody is told. */
const WATCHES: readonly FoundDetection[] = [
  watch('north', 'unusual sign-in', ['T1078.004']),
  watch('south', 'unusual sign-in', ['T1078.004']),
  { ...watch('north', 'bulk read', ['T1530']), status: 'degraded', statusReason: 'nobody_listens' },
];

/** An open account of the made-up cloud. The recorder of the south is paused. */
export function connectMadeup(): CloudSession {
  let calls = 0;
  return {
    listScopes: async () => ({ enabled: ['north', 'south'], skipped: [] }),
    cells: (scopes) => scopes.flatMap((scope) => ['watcher', 'recorder'].map((service) => ({ service, scope }))),
    async *collect({ scope, service }) {
      calls += 1;
      if (service === 'watcher') yield* WATCHES.filter((one) => one.scope === scope);
    },
    feeds: async ({ scope, service }) =>
      service === 'recorder'
        ? [
            {
              kind: 'recorder',
              name: `recorder of the ${scope}`,
              arn: null,
              seenScopes: null,
              gap: scope === 'south' ? 'recorder_paused' : null,
              detail: null,
              idle: false,
              takes: [{ log: DEEDS, resourceType: null, whole: true, leavesOut: [] }],
            },
          ]
        : null,
    forwards: async () => null,
    calls: () => calls,
    close: () => undefined,
  };
}
