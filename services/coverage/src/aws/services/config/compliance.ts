import {
  type ConfigRule,
  ConfigServiceClient,
  DescribeComplianceByConfigRuleCommand,
} from '@aws-sdk/client-config-service';
import { asksForDetection, type Compliance } from '@tripline/attack';
import { type CollectorContext, call, ifReadable } from '../../collector.js';
import { config } from './service.js';

/** The most rules that one call takes; it then answers in one page. */
const RULES_PER_CALL = 25;

/**
 * The results of managed rules that ask for a detection to exist, by name. Empty where they cannot be read: such a rule never covers, so
 * that its result is no reason to call the rest unread.
 */
export async function complianceOf(
  context: CollectorContext,
  rules: readonly ConfigRule[],
): Promise<ReadonlyMap<string, Compliance>> {
  const asking = rules.flatMap(({ ConfigRuleName: name, Source: source }) =>
    name !== undefined && source?.Owner === 'AWS' && asks(source.SourceIdentifier) ? [name] : [],
  );
  const results = new Map<string, Compliance>();
  const client = context.session.client(ConfigServiceClient, context.region);
  for (let from = 0; from < asking.length; from += RULES_PER_CALL) {
    const ConfigRuleNames = asking.slice(from, from + RULES_PER_CALL);
    const output = await ifReadable(
      context,
      call(context, config, 'DescribeComplianceByConfigRule', () =>
        client.send(new DescribeComplianceByConfigRuleCommand({ ConfigRuleNames })),
      ),
    );
    for (const { ConfigRuleName: name = '', Compliance: found } of output?.ComplianceByConfigRules ?? []) {
      if (found?.ComplianceType === 'COMPLIANT') results.set(name, 'passed');
      if (found?.ComplianceType === 'NON_COMPLIANT') results.set(name, 'failed');
    }
  }
  return results;
}

const asks = (identifier: string | undefined): boolean =>
  identifier !== undefined && asksForDetection({ by: 'config', id: identifier });
