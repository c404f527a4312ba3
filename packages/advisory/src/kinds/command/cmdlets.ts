import { isKnownCmdlet } from '@tripline/attack';
import { wordSet } from '../../knowledge/load.js';

/** Whether a word is a PowerShell command: known from public detections, or verb-noun with an approved verb. */
export function isCmdlet(word: string): boolean {
  const verb = /^([A-Za-z]+)-[A-Za-z]\w{2,}$/.exec(word)?.[1];
  return isKnownCmdlet(word) || (verb !== undefined && wordSet('powershell-verbs').has(verb.toLowerCase()));
}
