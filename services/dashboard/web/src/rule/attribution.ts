import type { Rules } from '../api/clients.js';

type Attribution = Rules['Attribution'];

const WHO: Readonly<Record<Attribution['who'], string>> = {
  intruder: 'intruders',
  defender: 'defenders',
  product: 'software in ordinary use',
  'other-report': 'another report',
};
const WHETHER: Readonly<Record<Attribution['whether'], string>> = {
  did: 'it happened',
  'did-not': 'it did not happen',
  could: 'it could happen',
  general: 'it holds in general',
  advice: 'it is advice',
};

/** Who did what a rule looks for, and whether it happened, in words. */
export function attributionWords(attribution: unknown): string {
  if (attribution === null || typeof attribution !== 'object') return 'nothing: the rule is not based on a text';
  const { where, whether, who } = attribution as Attribution;
  return `${WHETHER[whether]}; done by ${WHO[who]}${where === 'unknown' ? '' : `, in ${where}`}`;
}
