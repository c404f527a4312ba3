import { json, type TypeOf } from '@tripline/service';
import { DEPLOY_FORMATS } from '@tripline/sigma';
import { byBackend, issue, note } from '../openapi/shared-fields.js';
import { headline, queries } from './rule-resource.js';

const deployment = json.either(
  json.object({ text: json.text, mediaType: json.text.example('text/plain'), notes: json.list(note) }),
  json.object({ error: issue }),
);

const deployments = json.byKey(DEPLOY_FORMATS, deployment);

const converted = json.object(
  {
    document: json.integer.description('number of the document in the text, from 0'),
    key: json.uuid.description("the rule's id, else one derived from its content"),
    ...headline,
    description: json.text,
    ...queries,
    errors: byBackend(issue).example({}),
    issues: json.list(issue),
    deployments,
  },
  ['deployments'],
);

const refused = json.object({ document: json.integer, error: issue });

/** One document of a text that was converted: the rule, or why it is none. */
export const convertedRule = json.either(converted, refused).id('ConvertedRule');

/** One rule or correlation from a caller, converted and checked. */
export type ConvertedRule = TypeOf<typeof converted>;
/** A document of a caller's text that cannot be read as a rule. */
export type RefusedDocument = TypeOf<typeof refused>;
/** A rule in a deployable form, or why it cannot have it. */
export type DeploymentOutcome = TypeOf<typeof deployment>;
/** A rule in the deployable forms that were asked for. */
export type Deployments = TypeOf<typeof deployments>;
