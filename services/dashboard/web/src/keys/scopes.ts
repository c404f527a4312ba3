import type { Rules } from '../api/clients.js';

/** What a key may be used for. */
export type Scope = Rules['ApiKey']['scopes'][number];

/** Each scope, with what it opens. */
export const SCOPES: readonly { readonly id: Scope; readonly opens: string }[] = [
  { id: 'generate', opens: 'generate rules' },
  { id: 'convert', opens: 'convert Sigma rules to queries' },
  { id: 'rules:read', opens: 'read rules, generations, documents and pipelines' },
  { id: 'rules:write', opens: 'change and delete rules, generations and pipelines' },
  { id: 'coverage:read', opens: 'read everything about coverage' },
  { id: 'coverage:write', opens: 'change cloud accounts, declare detections' },
  { id: 'scans:run', opens: 'start and cancel scans' },
];
