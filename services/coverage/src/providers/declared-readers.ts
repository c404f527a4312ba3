import { readDeclaredRule } from '../mapping/read-declared-rule.js';
import type { ProviderName } from './provider.js';

/** How a provider reads declared rules. The worker thread that reads them loads nothing else of a provider. */
export const DECLARED_READERS: Readonly<Record<ProviderName, typeof readDeclaredRule>> = { aws: readDeclaredRule };
