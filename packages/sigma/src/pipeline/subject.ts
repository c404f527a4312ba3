import type { FieldTest, KeywordTest } from '../model/condition.js';
import type { SigmaCorrelation, SigmaRule } from '../model/rule.js';

/** A single value in a pipeline file. */
export type PipelineScalar = string | number | boolean | null;
/** A value of `vars`, `set_state` or `set_custom_attribute`. */
export type PipelineValue = PipelineScalar | readonly PipelineScalar[];

/** What pipelines are applied to. */
export type Subject = SigmaRule | SigmaCorrelation;

/** One detection item of a rule: its tests on one field, or on the event as a whole. */
export type Leaf = FieldTest | KeywordTest;
