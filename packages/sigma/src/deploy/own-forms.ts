import type { Note } from '../convert/note.js';
import type { SigmaCollection, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { type AwsDetection, toEventBridgePattern, toMetricFilter } from './aws.js';
import type { RuleIdentity } from './identity.js';
import { NotCounted } from './not-counted.js';
import { toSecurityAnalytics } from './security-analytics.js';

interface OwnForm {
  readonly mediaType: string;
  readonly fileExtension: string;
  make(
    document: SigmaRule | SigmaCorrelation,
    collection: SigmaCollection,
    identity: RuleIdentity,
  ): { readonly text: string; readonly notes: readonly Note[] };
}

const detection = (make: (rule: SigmaRule) => AwsDetection) => (document: SigmaRule | SigmaCorrelation) => {
  if (document.kind === 'correlation') throw new NotCounted('AWS matches one event at a time');
  return make(document);
};

/** The forms that hold no query of a target: the detections of AWS on CloudTrail events, and rules that a product takes in Sigma. */
export const OWN_FORMS = {
  'opensearch-sigma': { mediaType: 'application/yaml', fileExtension: '.yml', make: toSecurityAnalytics },
  eventbridge: { mediaType: 'application/json', fileExtension: '.json', make: detection(toEventBridgePattern) },
  'metric-filter': { mediaType: 'text/plain', fileExtension: '.txt', make: detection(toMetricFilter) },
} as const satisfies Readonly<Record<string, OwnForm>>;

/** A form that holds no query of a target. */
export type OwnFormat = keyof typeof OWN_FORMS;

/** Whether a form holds no query of a target. */
export const isOwnFormat = (format: string): format is OwnFormat => Object.hasOwn(OWN_FORMS, format);
