import { wordSet } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import { hasWordEnd, isWordCharacter } from '../../text/characters.js';
import { startsWithAny, trimEndOf } from '../../text/ends.js';
import { splitAtBlanks } from '../../text/shape.js';
import { leading } from '../../text/stretches.js';
import { isDownloader } from './linux-scripts.js';
import { pipesIntoShell } from './path-starts.js';
import { type ReadCommand, tellingLength } from './read-commands.js';

/** Places of secrets. Looking at any other file is ordinary work. */
const SENSITIVE = listPattern('{secret-places}', 'i');

/** What every package with a service asks of systemd. */
const RELOADS: ReadonlySet<string> = new Set(['daemon-reload', 'daemon-reexec']);

/** Whether a command is one that every package with a service runs, or that administrators use to look around. */
function isEveryday(command: string): boolean {
  const [program = '', first = '', ...rest] = splitAtBlanks(command);
  if (program.endsWith('systemctl')) {
    const asksStatus = leading(first, isWordCharacter) === 'status' && !command.includes('\n');
    return asksStatus || (RELOADS.has(first) && rest.length === 0);
  }
  const options = first === '-u' ? rest.slice(1) : [first, ...rest];
  return program.endsWith('crontab') && options.length === 1 && options[0] === '-l';
}

/** How scripts are named that try out a flaw. */
const TRIAL_STARTS = ['exploit', 'poc', 'cve'] as const;
const isOfScriptName = (character: string): boolean => isWordCharacter(character) || '.-'.includes(character);

/** Whether a command is what the authors, or an attacker on a machine of their own, ran to try out a flaw. */
function isProofOfConcept(command: string): boolean {
  const words = splitAtBlanks(command.toLowerCase());
  return words.some((word, index) => isPython(word) && (words[index + 1] ?? '').split('/').some(isTrial));
}

function isPython(word: string): boolean {
  const program = trimEndOf(word, '0123456789.');
  return program.endsWith('python') && !isWordCharacter(program.at(-'python'.length - 1));
}

const isTrial = (name: string): boolean =>
  startsWithAny(name, TRIAL_STARTS) && hasWordEnd(leading(name, isOfScriptName), '.py');

/** Whether a command of Linux or macOS says more than that somebody works at a shell. */
export function isTellingOnUnix({ kept, meaning, parts: { tool }, behaviour, text }: ReadCommand): boolean {
  return (
    (isDownloader(tool) || tellingLength(kept) >= (meaning.level === 'low' ? 8 : 4)) &&
    !wordSet('shells-own-linux').has(tool) &&
    (!wordSet('looking-programs').has(tool) ||
      SENSITIVE().test(text) ||
      pipesIntoShell(behaviour.value.toLowerCase())) &&
    !isProofOfConcept(text) &&
    !isEveryday(text)
  );
}

/** The first file or name of the actor's own, for a title. */
export function ownNameOf(group: readonly ReadCommand[]): string {
  const name = group.flatMap(({ kept }) => kept.filter(({ weight, text }) => weight === 3 && !text.startsWith('-')))[0];
  return name === undefined ? '' : ` - ${name.text.lastIndexOf('/') === 0 ? name.text.slice(1) : name.text}`;
}
