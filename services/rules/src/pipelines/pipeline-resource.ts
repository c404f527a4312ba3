import { json, type TypeOf } from '@tripline/service';
import { author, issue } from '../openapi/shared-fields.js';

export const PIPELINE_EXAMPLE = `name: Our field names
priority: 10
transformations:
  - type: field_name_mapping
    mapping:
      CommandLine: process_command_line
`;

const row = {
  id: json.uuid,
  name: json.text.example('Our field names'),
  default: json.yesOrNo.description('whether conversions of its owner are made with it where the caller names none'),
  builtInMaps: json.yesOrNo
    .description(
      'whether the built-in maps name the fields and the log source that it leaves open; else it takes their place',
    )
    .example(true),
  owner: json.closedOneOf(['user', 'team']).description('whose it is'),
  sha256: json.text
    .description('of name and text; `pipeline` of a rule has it')
    .example('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
  bytes: json.integer.description('of name and text, which count as stored').example(412),
  createdBy: author,
  createdAt: json.instant,
  updatedAt: json.instant,
} as const;

/** A processing pipeline as lists show it. */
export const pipelineRow = json.resource('PipelineRow', row);
export type PipelineRowResource = TypeOf<typeof pipelineRow>;

/** A saved processing pipeline. */
export const pipelineResource = json.resource('Pipeline', {
  ...row,
  text: json.text.description("in the format of pySigma's processing pipelines").example(PIPELINE_EXAMPLE),
});
export type PipelineResource = TypeOf<typeof pipelineResource>;

/** A processing pipeline that was just saved, with what its trial showed. */
export const savedPipelineResource = json.resource('SavedPipeline', {
  ...row,
  text: pipelineResource.extract('text'),
  trial: json
    .list(issue)
    .description('what sample rules of common log sources did not become with it; a pipeline may mean to refuse them'),
});
export type SavedPipelineResource = TypeOf<typeof savedPipelineResource>;
