import type { Known } from '@tripline/client/typed-client';
import type { Rules } from '../api/clients.js';
import { wordsFor } from '../api/open-list.js';

type Attribution = Rules['Attribution'];

const WHO: Readonly<Record<Known<Attribution['who']>, string>> = {
  intruder: 'intruders',
  defender: 'defenders',
  product: 'software in ordinary use',
  'other-report': 'another report',
};
const WHETHER: Readonly<Record<Known<Attribution['whether']>, string>> = {
  did: 'it happened',
  'did-not': 'it did not happen',
  could: 'it could happen',
  general: 'it holds in general',
  advice: 'it is advice',
};

const WHERE: Readonly<Record<Exclude<Known<Attribution['where']>, 'unknown'>, string>> = {
  windows: 'on Windows',
  linux: 'on Linux',
  macos: 'on macOS',
  container: 'in containers',
  aws: 'in AWS',
  azure: 'in Azure',
  gcp: 'in Google Cloud',
  okta: 'in Okta',
  entra: 'in Entra',
  m365: 'in Microsoft 365',
  'google-workspace': 'in Google Workspace',
  github: 'in GitHub',
  web: 'on a web server',
};

/** Who did what a rule looks for, and whether it happened, in words. */
export function attributionWords(attribution: Attribution | null): string {
  if (attribution === null) return 'nothing: the rule is not based on a text';
  const { where, whether, who } = attribution;
  return `${wordsFor(WHETHER, whether)}; done by ${wordsFor(WHO, who)}${where === 'unknown' ? '' : `, ${wordsFor(WHERE, where)}`}`;
}
