import type { Known } from '@tripline/client/typed-client';
import type { Rules } from '../../../api/clients.js';
import { wordsFor } from '../../../api/open-list.js';

const KINDS: Readonly<Record<Known<Rules['Source']['inputType']>, string>> = {
  url: 'Web page',
  text: 'Pasted text',
  file: 'File',
  technique: 'ATT&CK technique',
  sigma: 'Sigma rules',
  query: 'SIEM query',
};

/** Where rules were made from, in words: a web page by its host. */
export function sourceName({ inputType, url }: Rules['Source']): string {
  if (inputType !== 'url' || url === undefined) return wordsFor(KINDS, inputType);
  return URL.canParse(url) ? new URL(url).hostname : url;
}
