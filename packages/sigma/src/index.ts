export { platformOfLogsource } from './catalogue/platform-of-logsource.js';
export {
  type DetectionPlane,
  isPlatformId,
  PLATFORM_IDS,
  PLATFORM_NAMES,
  PLATFORMS,
  type Platform,
  type PlatformId,
  type PlatformName,
  platformId,
  platformName,
} from './catalogue/platforms.js';
export { loadTaxonomy, type Taxonomy } from './catalogue/taxonomy.js';
export { type CheckOptions, checkCollection, checkSigma, checkSigmaTexts, type NamedText } from './check/check.js';
export type { CheckCode, Finding, Severity } from './check/finding.js';
export type { KnownTechnique, TechniqueVerdict } from './check/tag-checks.js';
export type { DataPlace } from './convert/field-maps.js';
export { INFORMATIVE_NOTES, type Note, type NoteCode } from './convert/note.js';
export { standaloneDocuments } from './convert/standalone.js';
export { type Conversion, type ConvertOptions, convert } from './convert.js';
export { type AwsDetection, toEventBridgePattern, toMetricFilter } from './deploy/aws.js';
export {
  type Bundle,
  type BundleFile,
  type BundleItem,
  type BundleOptions,
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
  isDeployFormat,
  targetOfForm,
} from './deploy/deploy.js';
export { type RuleIdentity, ruleVersion } from './deploy/identity.js';
export type { TechniqueFacts } from './deploy/threat.js';
export { countedRules } from './match/counted-rules.js';
export type { SigmaEvent } from './match/event-fields.js';
export { coversEvents, type EventLogsource, logsourceOfEvent, withRuleFields } from './match/event-logsource.js';
export {
  type CorrelationMatch,
  type CorrelationOptions,
  type CorrelationWindow,
  matchCorrelation,
} from './match/match-correlation.js';
export { createMatcher, type MatchExplanation, type Matcher, matchRule, type RuleMatch } from './match/match-rule.js';
export { createRuleIndex, type RuleIndex } from './match/rule-index.js';
export { type SampleEvents, sampleEvents } from './match/sample-events.js';
export { sampleSequence } from './match/sample-sequence.js';
export type { Condition, FieldTest, KeywordTest, RulePath, TimePart, ValueTest } from './model/condition.js';
export { SigmaError, type SigmaErrorCode, type SigmaErrorPlace } from './model/error.js';
export { ANY, ONE, type Pattern, type PatternPart, type PatternShape } from './model/pattern.js';
export * from './model/rule.js';
export { type ParseOptions, parseSigma, parseSigmaTexts, type SigmaTexts } from './parse/collection.js';
export { LIMITS } from './parse/limits.js';
export { finalizeQueries } from './pipeline/finalizers.js';
export type { ProcessingPipeline } from './pipeline/model.js';
export { type PipelineOptions, parsePipeline } from './pipeline/parse-pipeline.js';
export type { PipelineScalar, PipelineValue } from './pipeline/subject.js';
export { kqlExtent } from './query/kql/extent.js';
export { isQueryLanguage, QUERY_LANGUAGES, type QueryLanguage } from './query/language.js';
export { QUERY_CHARACTERS_MAX } from './query/query-fault.js';
export type { ReadNoteCode } from './query/query-tree.js';
export { type QueryReading, type ReadNote, type ReadQueryOptions, readQuery } from './read/read-query.js';
export type { Support, TargetDescriptor, TargetSetting } from './targets/descriptor.js';
export {
  DEFAULT_TARGET_IDS,
  describedTarget,
  isTargetId,
  listStacks,
  TARGET_IDS,
  type TargetForm,
  type TargetId,
  type TargetStack,
  targetsOfPipeline,
} from './targets/index.js';
export { escapeSigmaValue } from './write/escape.js';
export type { RuleObject, RuleValue } from './write/rule-object.js';
export { stringifySigma } from './write/stringify.js';
