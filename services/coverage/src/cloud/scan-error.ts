import { json, type TypeOf } from '@tripline/service';

/** One call to the cloud that failed after all retries. */
export const scanErrorResource = json.resource('ScanError', {
  service: json.text.example('guardduty'),
  region: json.nullable(json.text).example('eu-central-1'),
  operation: json.nullable(json.text).example('ListDetectors'),
  code: json.text.description("the cloud's own, such as AccessDeniedException").example('AccessDeniedException'),
  kind: json.oneOf(['access_denied', 'throttled', 'not_opted_in', 'expired', 'timeout', 'service_error', 'unexpected']),
  message: json.text.example('The role may not call guardduty:ListDetectors.'),
  missing_action: json
    .nullable(json.text)
    .description(
      'the IAM action that the role lacks; null where no action is missing, such as where its trust policy refuses us or another policy denies the call',
    )
    .example('guardduty:ListDetectors'),
  attempts: json.integer,
  at: json.instantText,
});
export type ScanErrorResource = TypeOf<typeof scanErrorResource>;
/** A failed call, as stored. */
export type ScanError = Omit<ScanErrorResource, 'missing_action'>;
/** The kind of an error, in terms the caller knows. */
export type ScanErrorKind = ScanError['kind'];
