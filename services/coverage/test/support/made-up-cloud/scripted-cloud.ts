import type { CloudProvider, Connection, ConnectionCheck } from '@tripline/coverage-service';

/** A cloud whose connection checks follow a script. Scanning it is a fault of the test. */
export interface ScriptedCloud extends CloudProvider {
  /** What the next checks say. */
  answer: ConnectionCheck;
  /** The connections that were tried. */
  readonly tried: Connection[];
}

export const LET_IN: ConnectionCheck = {
  ok: true,
  detail: 'The role can be assumed.',
  missingActions: [],
  warnings: [],
};

/** For suites about the API itself; what AWS really says is tested against the AWS sample. */
export function scriptedCloud(): ScriptedCloud {
  const tried: Connection[] = [];
  const cloud: ScriptedCloud = {
    answer: LET_IN,
    tried,
    isScopeName: (name) => /^(us|eu)-(east|west|central)-[12]$/.test(name),
    async check(connection) {
      tried.push(connection);
      return cloud.answer;
    },
    setup: async (externalId) => ({
      workerPrincipal: 'arn:aws:iam::999988887777:role/worker',
      trustPolicy: { externalId },
      permissionsPolicy: {},
      permissions: [{ action: 'events:ListRules', reason: 'To see rules.' }],
    }),
    connect: async () => {
      throw new Error('this suite scans nothing');
    },
  };
  return cloud;
}
