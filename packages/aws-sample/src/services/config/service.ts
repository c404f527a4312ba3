import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { text, texts } from '../../input.js';
import { withEpochSeconds } from '../../moments.js';
import { pageOf } from '../../paging.js';

export type * from './inventory.js';

/**
 * The items with the names asked for; all items when the call names none.
 *
 * @throws AwsError with the given code for an unknown name.
 */
function named<T>(
  items: readonly T[],
  names: string[] | undefined,
  nameOf: (item: T) => string,
  code: string,
  what: string,
): readonly T[] {
  if (!names) return items;
  return names.map((name) => {
    const item = items.find((candidate) => nameOf(candidate) === name);
    if (!item)
      throw new AwsError(code, `The ${what} '${name}' provided in the request is invalid. Please check the name.`);
    return item;
  });
}

function describeRules(call: Call): object {
  const names = texts(call.input, 'ConfigRuleNames');
  const rules = named(
    call.regional.config?.rules ?? [],
    names,
    (rule) => rule.ConfigRuleName,
    'NoSuchConfigRuleException',
    'ConfigRule',
  );
  const page = pageOf(call, rules, {
    max: 25,
    tokenError: 'InvalidNextTokenException',
    sizeError: 'InvalidLimitException',
    scope: names?.join(',') ?? '',
  });
  const shown = page.items.map(({ compliance: _, ...rule }) => {
    const id = rule.ConfigRuleId ?? `config-rule-${idOf(rule.ConfigRuleName)}`;
    return {
      ConfigRuleArn: `arn:aws:config:${call.region}:${call.accountId}:config-rule/${id}`,
      ConfigRuleId: id,
      EvaluationModes: [{ Mode: 'DETECTIVE' }],
      ...rule,
    };
  });
  return { ConfigRules: shown, NextToken: page.nextToken };
}

/** Six letters and digits derived from a name, like the end of a Config id. */
function idOf(name: string): string {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 36 ** 6;
  return sum.toString(36).padStart(6, '0');
}

function recorders(call: Call) {
  const names = texts(call.input, 'ConfigurationRecorderNames');
  const principal = text(call.input, 'ServicePrincipal');
  const all = named(
    call.regional.config?.recorders ?? [],
    names,
    (recorder) => recorder.name,
    'NoSuchConfigurationRecorderException',
    'ConfigurationRecorder',
  );
  return principal === undefined ? all : all.filter((recorder) => recorder.servicePrincipal === principal);
}

function recorderArn(call: Call, name: string): string {
  return `arn:aws:config:${call.region}:${call.accountId}:configuration-recorder/${name}/${idOf(name)}`;
}

function describeConformancePacks(call: Call): object {
  const names = texts(call.input, 'ConformancePackNames');
  const packs = named(
    call.regional.config?.conformancePacks ?? [],
    names,
    (pack) => pack.ConformancePackName,
    'NoSuchConformancePackException',
    'ConformancePack',
  );
  const page = pageOf(call, packs, {
    sizeMember: 'Limit',
    min: 0,
    max: 20,
    tokenError: 'InvalidNextTokenException',
    sizeError: 'InvalidLimitException',
    scope: names?.join(',') ?? '',
  });
  const shown = page.items.map((pack) => {
    const id = pack.ConformancePackId ?? `conformance-pack-${idOf(pack.ConformancePackName)}`;
    return {
      ConformancePackArn: `arn:aws:config:${call.region}:${call.accountId}:conformance-pack/${pack.ConformancePackName}/${id}`,
      ConformancePackId: id,
      ConformancePackInputParameters: [],
      ...withEpochSeconds(pack, 'LastUpdateRequestedTime'),
    };
  });
  return { ConformancePackDetails: shown, NextToken: page.nextToken };
}

function describeCompliance(call: Call): object {
  const names = texts(call.input, 'ConfigRuleNames');
  if ((names?.length ?? 0) > 25) throw new AwsError('InvalidParameterValueException', 'At most 25 rules at once.');
  const rules = named(
    call.regional.config?.rules ?? [],
    names,
    (rule) => rule.ConfigRuleName,
    'NoSuchConfigRuleException',
    'ConfigRule',
  );
  const page = pageOf(call, rules, {
    max: 100,
    tokenError: 'InvalidNextTokenException',
    sizeError: 'InvalidLimitException',
    scope: names?.join(',') ?? '',
  });
  const shown = page.items.map(({ ConfigRuleName, compliance = 'INSUFFICIENT_DATA' }) => ({
    ConfigRuleName,
    Compliance: { ComplianceType: compliance },
  }));
  return { ComplianceByConfigRules: shown, NextToken: page.nextToken };
}

/** AWS Config. */
export const config: ServiceDefinition = {
  name: 'config',
  signingName: 'config',
  iamPrefix: 'config',
  wire: 'json-1.1',
  target: 'StarlingDoveService',
  throttling: { code: 'ThrottlingException', status: 400 },
  operations: {
    DescribeConfigRules: { handle: describeRules },
    DescribeConfigurationRecorders: {
      handle: (call) => ({
        ConfigurationRecorders: recorders(call).map(({ status: _, ...recorder }) => ({
          arn: recorderArn(call, recorder.name),
          ...recorder,
        })),
      }),
    },
    DescribeConfigurationRecorderStatus: {
      handle: (call) => ({
        ConfigurationRecordersStatus: recorders(call).map((recorder) => ({
          arn: recorder.arn ?? recorderArn(call, recorder.name),
          name: recorder.name,
          servicePrincipal: recorder.servicePrincipal,
          ...withEpochSeconds(recorder.status, 'lastStartTime', 'lastStopTime', 'lastStatusChangeTime'),
        })),
      }),
    },
    DescribeComplianceByConfigRule: { handle: describeCompliance },
    DescribeConformancePacks: { handle: describeConformancePacks },
  },
};
