import { isKnownCmdlet } from '@tripline/attack';
import { wordSet } from '../../knowledge/load.js';
import { isLetter } from '../../text/characters.js';
import { isMadeOf } from '../../text/shape.js';

/** Whether a word is a PowerShell command: known from public detections, or verb-noun with an approved verb. */
export function isCmdlet(word: string): boolean {
  const [verb = '', noun = '', ...rest] = word.split('-');
  const hasNoun = noun.length > 2 && isLetter(noun[0]) && isMadeOf(noun, '') && rest.length === 0;
  return isKnownCmdlet(word) || (hasNoun && wordSet('powershell-verbs').has(verb.toLowerCase()));
}
