import { CORE_STATUS_WORDS, type StatusWord } from '../cloud/status-word.js';
import { PROVIDERS } from './list.js';

const WORDS: ReadonlyMap<string, StatusWord> = new Map([
  ...Object.entries(CORE_STATUS_WORDS),
  ...PROVIDERS.flatMap(({ facts }) =>
    Object.entries(facts.statusWords).map(([reason, word]) => [`${facts.name}:${reason}`, word] as const),
  ),
]);

/** Every reason for a state of a detection, as the API has them: each provider's with its prefix. */
export const STATUS_REASONS: readonly string[] = [...WORDS.keys()];

/** What a reason means; undefined for one that no catalogue has. @param reason with the provider's prefix */
export const statusWord = (reason: string): StatusWord | undefined => WORDS.get(reason);
