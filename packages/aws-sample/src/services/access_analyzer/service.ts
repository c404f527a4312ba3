import type { Call, ServiceDefinition } from '../../call.js';
import { text } from '../../input.js';
import { MAX_RESULTS_PAGING } from '../../max-results-paging.js';
import { pageOf } from '../../paging.js';

export type * from './inventory.js';

function listAnalyzers(call: Call): object {
  const type = text(call.input, 'type');
  const analyzers = (call.regional.access_analyzer?.analyzers ?? [])
    .filter((analyzer) => type === undefined || analyzer.type === type)
    .map((analyzer) => ({
      arn: `arn:aws:access-analyzer:${call.region}:${call.accountId}:analyzer/${analyzer.name}`,
      // A required member of the answer.
      createdAt: '2025-01-01T00:00:00Z',
      ...analyzer,
    }));
  const { items, nextToken } = pageOf(call, analyzers, { ...MAX_RESULTS_PAGING, scope: type ?? '' });
  return { analyzers: items, nextToken };
}

/** IAM Access Analyzer. */
export const accessAnalyzer: ServiceDefinition = {
  name: 'access_analyzer',
  signingName: 'access-analyzer',
  iamPrefix: 'access-analyzer',
  wire: 'rest-json',
  throttling: { code: 'ThrottlingException', status: 429 },
  operations: { ListAnalyzers: { route: 'GET /analyzer', handle: listAnalyzers } },
};
