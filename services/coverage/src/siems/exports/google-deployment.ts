import type { RuleState } from './exported-rule.js';
import { flagOf, type Loose, textOf } from './json-values.js';

/** What says of a rule whether it runs and raises alerts, and stands apart from its text. */
export type DeployedState = Pick<RuleState, 'enabled' | 'schedule' | 'idle' | 'heldBack'> & {
  readonly failing?: string;
};

/**
 * The state of a deployment, in which a flag that is off is left out. Detections of a rule that does not alert are kept, and nobody is told.
 * @param isOn the name of the flag for a rule that runs on what comes in
 * @param alerts that of the flag for one whose detections are alerts
 * @see https://docs.cloud.google.com/chronicle/docs/reference/rest/v1alpha/RuleDeployment
 */
export function deployedState(deployment: Loose, isOn: string, alerts: string): DeployedState {
  const execution = textOf(deployment['executionState']);
  const isArchived = flagOf(deployment['archived']) ?? deployment['archivedTime'] !== undefined;
  return {
    enabled: !isArchived && (flagOf(deployment[isOn]) ?? false),
    schedule: textOf(deployment['runFrequency']) ?? null,
    idle: (flagOf(deployment[alerts]) ?? false) ? null : 'tells_nobody',
    heldBack: execution === 'LIMITED' ? ['the product limits it, and does not run it each time (LIMITED)'] : [],
    ...(execution === 'PAUSED' ? { failing: 'the product has paused it (executionState PAUSED)' } : {}),
  };
}

/** Fields of a rule in a list of the newer API that has what its deployment says. */
const CONFIGURED = ['liveModeEnabled', 'alertingEnabled', 'archived', 'runFrequency', 'executionState'] as const;

/**
 * What a listed rule says of its own deployment; undefined where its list says nothing of it.
 * @see https://docs.cloud.google.com/chronicle/docs/reference/rest/v1alpha/projects.locations.instances.rules
 */
export function ownState(rule: Loose): DeployedState | undefined {
  if (rule['ruleId'] !== undefined) return deployedState(rule, 'liveRuleEnabled', 'alertingEnabled');
  return CONFIGURED.some((name) => rule[name] !== undefined)
    ? deployedState(rule, 'liveModeEnabled', 'alertingEnabled')
    : undefined;
}

/** The rule that a deployment is of: `…/rules/RULE/deployment`; undefined for anything else. */
export function deployedRule(value: Loose): string | undefined {
  const parts = textOf(value['name'])?.split('/') ?? [];
  return parts.at(-1) === 'deployment' ? parts.at(-2) : undefined;
}
