import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { objects, text } from '../../input.js';
import { epochSeconds } from '../../moments.js';
import { type Page, pageOf } from '../../paging.js';
import type { GuardDutyDetector } from './inventory.js';

export type * from './inventory.js';

function page<T>(call: Call, items: readonly T[], scope = ''): Page<T> {
  return pageOf(call, items, {
    sizeMember: 'maxResults',
    max: 50,
    tokenMember: 'nextToken',
    tokenError: 'BadRequestException',
    sizeError: 'BadRequestException',
    scope,
  });
}

function detectorOf(call: Call): GuardDutyDetector {
  const id = text(call.input, 'DetectorId');
  const detector = call.regional.guardduty?.detectors?.find((candidate) => candidate.detectorId === id);
  if (detector) return detector;
  throw new AwsError(
    'BadRequestException',
    'The request is rejected because the input detectorId is not owned by the current account.',
  );
}

function getDetector(call: Call): object {
  const {
    detectorId: _,
    filters: __,
    publishingDestinations: ___,
    administrator: ____,
    features,
    ...detector
  } = detectorOf(call);
  return {
    ...detector,
    serviceRole:
      detector.serviceRole ??
      `arn:aws:iam::${call.accountId}:role/aws-service-role/guardduty.amazonaws.com/AWSServiceRoleForAmazonGuardDuty`,
    features: features?.map((feature) => ({
      ...feature,
      updatedAt: epochSeconds(feature.updatedAt),
      additionalConfiguration: feature.additionalConfiguration?.map((part) => ({
        ...part,
        updatedAt: epochSeconds(part.updatedAt),
      })),
    })),
  };
}

function listFilters(call: Call): object {
  const detector = detectorOf(call);
  const names = (detector.filters ?? []).map((filter) => filter.name);
  const { items, nextToken } = page(call, names, detector.detectorId);
  return { filterNames: items, nextToken };
}

function getFilter(call: Call): object {
  const name = text(call.input, 'FilterName');
  const filter = detectorOf(call).filters?.find((candidate) => candidate.name === name);
  if (!filter) {
    throw new AwsError(
      'BadRequestException',
      'The request is rejected because an invalid or out-of-range value is specified as an input parameter.',
    );
  }
  return { ...filter, createdAt: epochSeconds(filter.createdAt), updatedAt: epochSeconds(filter.updatedAt) };
}

function ruleArn(call: Call, ruleId: string): string {
  return `arn:aws:guardduty:${call.region}:${call.accountId}:custom-detection-rule/${ruleId}`;
}

function listRules(call: Call): object {
  if (objects(call.input, 'filters').length > 0) {
    throw new AwsError('BadRequestException', 'The AWS sample lists custom detection rules without filters only.');
  }
  const rules = (call.regional.guardduty?.customDetectionRules ?? []).map(({ definition: _, ...rule }) => ({
    arn: ruleArn(call, rule.ruleId),
    ...rule,
    createdAt: epochSeconds(rule.createdAt),
    updatedAt: epochSeconds(rule.updatedAt),
  }));
  const { items, nextToken } = page(call, rules);
  return { rules: items, nextToken };
}

function getRule(call: Call): object {
  const id = text(call.input, 'RuleId');
  const rule = call.regional.guardduty?.customDetectionRules?.find((candidate) => candidate.ruleId === id);
  if (!rule) throw new AwsError('ResourceNotFoundException', "The requested resource can't be found.", 404);
  const moments = { createdAt: epochSeconds(rule.createdAt), updatedAt: epochSeconds(rule.updatedAt) };
  return { rule: { arn: ruleArn(call, rule.ruleId), ...rule, ...moments } };
}

function listAssociations(call: Call): object {
  const ruleId = text(call.input, 'ruleId');
  const mode = text(call.input, 'mode');
  const associations = (call.regional.guardduty?.customDetectionRuleAssociations ?? [])
    .filter((association) => ruleId === undefined || association.ruleId === ruleId)
    .filter((association) => mode === undefined || association.mode === mode)
    .map((association) => ({
      arn: `${ruleArn(call, association.ruleId)}/association/${association.associationId}`,
      ...association,
      createdAt: epochSeconds(association.createdAt),
      updatedAt: epochSeconds(association.updatedAt),
      expiresAt: epochSeconds(association.expiresAt),
    }));
  const { items, nextToken } = page(call, associations, `${ruleId ?? ''} ${mode ?? ''}`);
  return { ruleAssociations: items, nextToken };
}

/** GuardDuty. */
export const guardduty: ServiceDefinition = {
  name: 'guardduty',
  signingName: 'guardduty',
  iamPrefix: 'guardduty',
  wire: 'rest-json',
  throttling: { code: 'TooManyRequestsException', status: 429 },
  operations: {
    ListDetectors: {
      route: 'GET /detector',
      handle: (call) => {
        const ids = (call.regional.guardduty?.detectors ?? []).map((detector) => detector.detectorId);
        const { items, nextToken } = page(call, ids);
        return { detectorIds: items, nextToken };
      },
    },
    GetDetector: { route: 'GET /detector/{DetectorId}', handle: getDetector },
    ListPublishingDestinations: {
      route: 'GET /detector/{DetectorId}/publishingDestination',
      handle: (call) => {
        const { detectorId, publishingDestinations = [] } = detectorOf(call);
        const { items, nextToken } = page(call, publishingDestinations, detectorId);
        return { destinations: items, nextToken };
      },
    },
    GetAdministratorAccount: {
      route: 'GET /detector/{DetectorId}/administrator',
      handle: (call) => {
        const { administrator } = detectorOf(call);
        return administrator === undefined
          ? {}
          : { administrator: { relationshipStatus: 'Enabled', invitationId: '', ...administrator } };
      },
    },
    ListFilters: { route: 'GET /detector/{DetectorId}/filter', handle: listFilters },
    GetFilter: { route: 'GET /detector/{DetectorId}/filter/{FilterName}', handle: getFilter },
    ListCustomDetectionRules: { route: 'POST /custom-detection-rule/rule', handle: listRules },
    GetCustomDetectionRule: { route: 'GET /custom-detection-rule/rule/{RuleId}', handle: getRule },
    ListCustomDetectionRuleAssociations: { route: 'GET /custom-detection-rule/association', handle: listAssociations },
  },
};
