import type { PageRules } from './paging.js';

/** Paging of services that take `maxResults` and `nextToken`. */
export const MAX_RESULTS_PAGING = {
  sizeMember: 'maxResults',
  max: 100,
  tokenMember: 'nextToken',
  tokenError: 'ValidationException',
  sizeError: 'ValidationException',
} satisfies PageRules;
