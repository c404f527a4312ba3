import { wordSet } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import { isDownloader } from './linux-scripts.js';
import { pipesIntoShell } from './path-starts.js';
import { type ReadCommand, tellingLength } from './read-commands.js';

/** Places of secrets. Looking at any other file is ordinary work. */
const SENSITIVE = listPattern('{secret-places}', 'i');

/** Commands that every package with a service runs, or that administrators use to look around. */
const EVERYDAY = /^\S*(?:systemctl\s+(?:daemon-reload|daemon-reexec|status\b.*)|crontab\s+(?:-u\s+\S+\s+)?-l)$/;

/** What the authors, or an attacker on a machine of their own, ran to try out a flaw. */
const PROOF_OF_CONCEPT = /\bpython[\d.]*\s+(?:\S*\/)?(?:exploit|poc|cve)[\w.-]*\.py\b/i;

/** Whether a command of Linux or macOS says more than that somebody works at a shell. */
export function isTellingOnUnix({ kept, meaning, parts: { tool }, behaviour, text }: ReadCommand): boolean {
  return (
    (isDownloader(tool) || tellingLength(kept) >= (meaning.level === 'low' ? 8 : 4)) &&
    !wordSet('shells-own-linux').has(tool) &&
    (!wordSet('looking-programs').has(tool) ||
      SENSITIVE().test(text) ||
      pipesIntoShell(behaviour.value.toLowerCase())) &&
    !PROOF_OF_CONCEPT.test(text) &&
    !EVERYDAY.test(text)
  );
}

/** The first file or name of the actor's own, for a title. */
export function ownNameOf(group: readonly ReadCommand[]): string {
  const name = group.flatMap(({ kept }) => kept.filter(({ weight, text }) => weight === 3 && !text.startsWith('-')))[0];
  return name === undefined ? '' : ` - ${name.text.lastIndexOf('/') === 0 ? name.text.slice(1) : name.text}`;
}
