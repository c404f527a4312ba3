import type { ProviderFolder } from '@tripline/coverage-service';
import { madeupDeclared } from './madeup-declared.js';
import { DEEDS, madeupFacts } from './madeup-facts.js';
import { connectMadeup } from './madeup-session.js';

const ROLE = /^madeup:role:(m-[a-z]{4})$/;

/** A cloud that there is not, with two services: `watcher` has detections, `recorder` keeps a log. */
export const madeup: ProviderFolder = {
  facts: madeupFacts,
  detectionTypes: ['madeup_watch'],
  typesReadFromText: ['madeup_watch'],
  logIds: [DEEDS],
  feedKinds: ['recorder'],
  accounts: {
    number: /^m-[a-z]{4}$/,
    numberIs: 'the name of a made-up account, such as m-demo',
    role: ROLE,
    roleIs: 'a made-up role, such as madeup:role:m-demo',
    noun: 'made-up account',
    accountOfRole: (role) => ROLE.exec(role)?.[1],
  },
  declared: madeupDeclared,
  open: async () => ({
    isScopeName: (name) => ['north', 'south'].includes(name),
    check: async () => ({ ok: true, detail: 'The made-up role lets us in.', missingActions: [], warnings: [] }),
    setup: async (externalId) => ({
      workerPrincipal: 'madeup:worker',
      trustPolicy: { externalId },
      permissionsPolicy: { may: ['watcher:list', 'recorder:list'] },
      permissions: [{ action: 'watcher:list', reason: 'To see watches.' }],
    }),
    connect: async () => connectMadeup(),
  }),
  load: async () => undefined,
};
