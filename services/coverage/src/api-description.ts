import { type ApiDescription, bearerScheme, json, KEY_SCHEME } from '@tripline/service';
import { accountOperations } from './accounts/account-operations.js';
import { actorOperations } from './actors/actor-operations.js';
import { changeOperations } from './changes/change-operations.js';
import { coverageOperations } from './coverage/coverage-operations.js';
import { sightOperations } from './coverage/sights/sight-operations.js';
import { detectionOperations } from './detections/detection-operations.js';
import { exclusionOperations } from './exclusions/exclusion-operations.js';
import { gapWorkOperations } from './gap-work/gap-work-operations.js';
import { keyOperations } from './keys/key-operations.js';
import { matrixOperations } from './matrix/matrix-operations.js';
import type { CoverageCredential, CoverageOperation } from './openapi/credential.js';
import { organizationOperations } from './organizations/organization-operations.js';
import { overrideOperations } from './overrides/override-operations.js';
import { proofOperations } from './proof/proof-operations.js';
import { reportOperations } from './report/report-operations.js';
import { scanOperations } from './scans/scan-operations.js';
import { siemOperations } from './siems/siem-operations.js';
import { visibilityOperations } from './visibility/visibility-operations.js';
import { webhookOperations } from './webhooks/webhook-operations.js';

/** Errors that any operation may answer (API document, "Errors"). */
const SHARED_ERRORS = {
  401: 'No valid credential.',
  403: 'A tier without this service, or an API key that may not be used from this address or lacks the scope.',
  429: 'The calls of this hour are used up; Retry-After says when the next hour begins.',
  500: 'A fault in the service; quote X-Request-Id when you report it.',
} as const;

/** Every operation of the service; each feature describes its own. */
export const operations: readonly CoverageOperation[] = [
  ...Object.values(coverageOperations),
  ...Object.values(sightOperations),
  ...Object.values(matrixOperations),
  ...Object.values(visibilityOperations),
  ...Object.values(detectionOperations),
  ...Object.values(actorOperations),
  ...Object.values(changeOperations),
  ...Object.values(proofOperations),
  ...Object.values(reportOperations),
  ...Object.values(exclusionOperations),
  ...Object.values(gapWorkOperations),
  ...Object.values(overrideOperations),
  ...Object.values(siemOperations),
  ...Object.values(scanOperations),
  ...Object.values(accountOperations),
  ...Object.values(organizationOperations),
  ...Object.values(webhookOperations),
  ...Object.values(keyOperations),
];

/**
 * Describes the coverage service for its OpenAPI document. `publicUrl` is the base address of the API as callers reach it, if configured.
 */
export function describeCoverageApi(publicUrl: string | undefined, prefix: string): ApiDescription<CoverageCredential> {
  return {
    title: 'Tripline detection coverage',
    description:
      'Cloud accounts, the detections found in them, the ATT&CK techniques those would notice, and the gaps. Failure is {detail}. Every answer carries X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset and X-Request-Id.',
    serverUrl: publicUrl ?? prefix,
    error: json.resource('Error', {
      detail: json.text.example('There is no cloud account 0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77.'),
    }),
    securitySchemes: {
      [KEY_SCHEME]: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key, <vendor>_live_…' },
      accessToken: bearerScheme("The dashboard's JWT"),
    },
    credentials: {
      any: { schemes: [KEY_SCHEME, 'accessToken'], errors: SHARED_ERRORS },
      jwt: { schemes: ['accessToken'], errors: SHARED_ERRORS },
    },
    successBody: (data) => data,
    tags: {
      Coverage: 'Which ATT&CK techniques an account would notice, and which not.',
      Visibility: 'Which techniques an account’s logs would show, detected or not.',
      Detections: 'What an account has that can fire, found by scans or declared.',
      Proof: 'Firings of detections that somebody observed.',
      Actors: 'Groups and campaigns of ATT&CK, and how much of theirs an account would notice.',
      Changes: 'What got worse in an account, and mails about it.',
      Exclusions: 'Techniques and detections that an account leaves out, and risks that are accepted.',
      SIEMs: 'The rules that run in a SIEM, and which of them could fire.',
      'Mapping overrides': 'A subscriber’s word on whether a detection covers a technique.',
      Scans: 'Looking for the detections of an account.',
      'Cloud accounts': 'The accounts that are scanned, and how they are reached.',
      Webhooks: 'Addresses of yours that are told of changes and of scans that ended.',
      'API keys': 'Credentials for scripts.',
    },
    operations,
  };
}
