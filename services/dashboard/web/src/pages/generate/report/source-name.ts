import type { Rules } from '../../../api/clients.js';

const KINDS: Readonly<Record<Rules['Source']['inputType'], string>> = {
  url: 'Web page',
  text: 'Pasted text',
  file: 'File',
  technique: 'ATT&CK technique',
  sigma: 'Own Sigma rules',
  query: 'SIEM query',
};

/** Where rules were made from, in words: a web page by its host. */
export function sourceName({ inputType, url }: Rules['Source']): string {
  if (inputType !== 'url' || url === undefined) return KINDS[inputType];
  return URL.canParse(url) ? new URL(url).hostname : url;
}
