import {
  accountOperations,
  adminOperations,
  apiKeyOperations,
  auditOperations,
  factorOperations,
  mySessionOperations,
  serviceAccountOperations,
  signInOperations,
  teamOperations,
} from '@tripline/auth/http';
import { analyticsOperations } from './analytics/analytics-operations.js';
import { bulkOperations } from './bulk/bulk-operations.js';
import { catalogueOperations } from './catalogue/catalogue-operations.js';
import { conversionOperations } from './conversion/conversion-operations.js';
import { generationOperations } from './generation/generation-operations.js';
import type { RulesOperation } from './openapi/credential.js';
import { pipelineOperations } from './pipelines/pipeline-operations.js';
import { binOperations } from './rules/bin-operations.js';
import { ruleOperations } from './rules/rule-operations.js';
import { siemOperations } from './siems/siem-operations.js';
import { teamRuleOperations } from './team-rules/team-rule-operations.js';
import { webhookOperations } from './webhooks/webhook-operations.js';

/** Every operation of the service; each feature describes its own. */
export const operations: readonly RulesOperation[] = [
  ...Object.values(generationOperations),
  ...Object.values(conversionOperations),
  ...Object.values(ruleOperations),
  ...Object.values(bulkOperations),
  ...Object.values(binOperations),
  ...Object.values(pipelineOperations),
  ...Object.values(catalogueOperations),
  ...Object.values(teamRuleOperations),
  ...Object.values(analyticsOperations),
  ...Object.values(auditOperations),
  ...Object.values(apiKeyOperations),
  ...Object.values(teamOperations),
  ...Object.values(serviceAccountOperations),
  ...Object.values(webhookOperations),
  ...Object.values(accountOperations),
  ...Object.values(mySessionOperations),
  ...Object.values(factorOperations),
  ...Object.values(signInOperations),
  ...Object.values(siemOperations),
  ...Object.values(adminOperations),
];
