export { platformOfLogsource } from './catalogue/platform-of-logsource.js';
export {
  isPlatformId,
  PLATFORM_IDS,
  PLATFORM_NAMES,
  PLATFORMS,
  type PlatformId,
  type PlatformName,
  platformId,
  platformName,
} from './catalogue/platforms.js';
export { loadTaxonomy } from './catalogue/taxonomy.js';
export { checkCollection, checkSigma, checkSigmaTexts } from './check/check.js';
export type { Finding, Severity } from './check/finding.js';
export { applyFixes } from './check/fixes.js';
export type { TechniqueVerdict } from './check/tag-checks.js';
export type { DataPlace } from './convert/field-maps.js';
export { INFORMATIVE_NOTES, type Note, type NoteCode } from './convert/note.js';
export { standaloneDocuments } from './convert/standalone.js';
export { type Conversion, type ConvertOptions, convert } from './convert.js';
export { toEventBridgePattern, toMetricFilter } from './deploy/aws.js';
export {
  type Bundle,
  type BundleItem,
  type BundleOutcome,
  bundle,
  ONE_FILE_FORMATS,
} from './deploy/bundle/bundle.js';
export {
  DEPLOY_FORMATS,
  type DeployFormat,
  type Deployment,
  type DeployOptions,
  deploy,
  type FormChoices,
  isDeployFormat,
  targetOfForm,
} from './deploy/deploy.js';
export { ruleVersion } from './deploy/identity.js';
export { isOwnFormat } from './deploy/own-forms.js';
export type { TechniqueFacts } from './deploy/threat.js';
export { createEventReader, type EventReaderOptions, type ShapedEvent } from './events/event-reader.js';
export { pipeRules } from './events/piped-rules.js';
export { EVENT_SHAPES, type EventShape } from './events/shape.js';
export { countedRules } from './match/counted-rules.js';
export type { SigmaEvent } from './match/event-fields.js';
export { coversEvents, logsourceOfEvent, withRuleFields } from './match/event-logsource.js';
export {
  type CorrelationMatch,
  type CorrelationWindow,
  matchCorrelation,
} from './match/match-correlation.js';
export { createMatcher, type Matcher, matchRule, type RuleMatch } from './match/match-rule.js';
export { createRuleIndex, type RuleIndex } from './match/rule-index.js';
export { sampleEvents } from './match/sample-events.js';
export { sampleSequence } from './match/sample-sequence.js';
export { eventsOfEveryValue } from './match/value-events.js';
export type { Condition, FieldTest, ValueTest } from './model/condition.js';
export { SigmaError } from './model/error.js';
export { ANY, ONE, type Pattern } from './model/pattern.js';
export * from './model/rule.js';
export { parseSigma, parseSigmaTexts } from './parse/collection.js';
export { LIMITS } from './parse/limits.js';
export { finalizeQueries } from './pipeline/finalizers.js';
export type { ProcessingPipeline } from './pipeline/model.js';
export { parsePipeline } from './pipeline/parse-pipeline.js';

export { kqlExtent } from './query/kql/extent.js';
export { isQueryLanguage, QUERY_LANGUAGES, type QueryLanguage } from './query/language.js';
export { QUERY_CHARACTERS_MAX } from './query/query-fault.js';

export type { QueryDataModel, QueryList, QueryMacro } from './query/query-tree.js';
export { type QueryReading, type ReadQueryOptions, readQuery } from './read/read-query.js';
export { unknownMacro } from './read/sigma-tree.js';
export type { TargetSetting } from './targets/descriptor.js';
export {
  DEFAULT_TARGET_IDS,
  describedTarget,
  isTargetId,
  listStacks,
  TARGET_IDS,
  type TargetId,
  targetsOfPipeline,
} from './targets/index.js';
export { escapeSigmaValue } from './write/escape.js';
export type { RuleObject, RuleValue } from './write/rule-object.js';
export { stringifySigma } from './write/stringify.js';
