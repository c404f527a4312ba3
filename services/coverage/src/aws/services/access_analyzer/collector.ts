import { AccessAnalyzerClient, type AnalyzerSummary, ListAnalyzersCommand } from '@aws-sdk/client-accessanalyzer';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { type CollectorContext, pages } from '../../collector.js';
import { ACTIVE, degraded, disabled, type Verdict } from '../../verdict.js';
import { accessAnalyzer } from './service.js';

const PAGE = 100;
/** What an analyzer looks for, by its type. */
const LOOKS_FOR: Readonly<Record<string, string>> = {
  ACCOUNT: 'access from outside the account',
  ORGANIZATION: 'access from outside the organization',
  ACCOUNT_UNUSED_ACCESS: 'access that is granted and not used',
  ORGANIZATION_UNUSED_ACCESS: 'access that is granted and not used, in the organization',
  ACCOUNT_INTERNAL_ACCESS: 'access within the account to chosen resources',
  ORGANIZATION_INTERNAL_ACCESS: 'access within the organization to chosen resources',
};
/** The analyzer types that report resources opened to the outside; the service's techniques are about these. */
const EXTERNAL: readonly string[] = ['ACCOUNT', 'ORGANIZATION'];
/** Failures caused by a permission that AWS itself lacks in the account. */
const NOT_PERMITTED: readonly string[] = ['AWS_SERVICE_ACCESS_DISABLED', 'SERVICE_LINKED_ROLE_CREATION_FAILED'];

/** IAM Access Analyzer: its analyzers. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const client = context.session.client(AccessAnalyzerClient, context.region);
  const listing = pages(
    context,
    accessAnalyzer,
    'ListAnalyzers',
    (nextToken) => client.send(new ListAnalyzersCommand({ maxResults: PAGE, nextToken })),
    (output) => output.nextToken,
  );
  for await (const { analyzers = [] } of listing) {
    for (const analyzer of analyzers) yield detection(context, analyzer);
  }
}

function detection({ region }: CollectorContext, analyzer: AnalyzerSummary): FoundDetection {
  const { arn = '', name = arn, type = '' } = analyzer;
  const looksFor = LOOKS_FOR[type] ?? type;
  const why = analyzer.statusReason?.code;
  return {
    key: arn,
    type: 'access_analyzer',
    scope: region,
    name,
    arn,
    description: `Looks for ${looksFor}${why === undefined ? '' : `; AWS says: ${why}`}`,
    managed: true,
    ...verdictOf(analyzer),
    subject: EXTERNAL.includes(type) ? { kind: 'service', service: accessAnalyzer.id } : { kind: 'none' },
  };
}

function verdictOf({ status, statusReason }: AnalyzerSummary): Verdict {
  if (status === 'ACTIVE') return ACTIVE;
  if (status === 'CREATING') return degraded('not_feeding');
  return disabled(NOT_PERMITTED.includes(statusReason?.code ?? '') ? 'insufficient_permissions' : 'disabled');
}
