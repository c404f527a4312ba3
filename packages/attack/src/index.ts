export { type ThreatActor, threatActor, threatActors } from './actors.js';
export {
  attackCopyright,
  attackVersion,
  type Technique,
  tactic,
  tactics,
  technique,
  techniques,
  techniquesByName,
  techniquesOfPlatform,
} from './catalogue.js';
export { cloudLogSources } from './cloud-log-sources.js';
export type { AwsEvent } from './coverage/aws-event-table.js';
export { awsEvents } from './coverage/aws-events.js';
export { type AwsServiceControl, awsServiceMappings } from './coverage/aws-services.js';
export { awsTechniques } from './coverage/aws-techniques.js';
export { asksForDetection, type Compliance, checkMappings } from './coverage/checks.js';
export { configRuleMappings } from './coverage/config-rules.js';
export {
  awsEventSourceRegion,
  awsTechniqueRegions,
  globalAwsEventSources,
  isAwsDataEvent,
  isNamedAsAwsDataEvent,
} from './coverage/event-regions.js';
export { isWithheldFromRules } from './coverage/eventbridge-delivery.js';
export { isEverydayEvent } from './coverage/everyday-events.js';
export { awsGapFacts, type GapFacts } from './coverage/gap.js';

export { type GuardDutyFinding, guardDutyFindings, guardDutyMappings } from './coverage/guardduty.js';
export {
  type ControlMapping,
  covers,
  type MappingCategory,
  type MappingSource,
  type MappingStrength,
  mappingConfidence,
} from './coverage/mapping.js';
export type { GapPriority } from './coverage/prevalence.js';
export { isAwsReadEvent } from './coverage/read-events.js';
export { securityHubControlMappings } from './coverage/securityhub.js';
export { readMappings } from './coverage/stored.js';
export { coveringAwsEvents } from './coverage/suggestions.js';
export { currentId, tacticTag, techniqueTag } from './crosswalk.js';
export { dataComponents } from './data-components.js';

export * from './knowledge.js';
export {
  type AwsReads,
  awsOperation,
  awsOperations,
  awsOperationsOf,
  awsReads,
  type CloudOperation,
  isKnownGcpMethod,
  knownOperations,
  knowsWholeAwsSource,
  techniquesOfOperation,
} from './operations.js';
export { type LoggedProduct, operationsOfTechnique, type TechniqueOperation } from './primary.js';
