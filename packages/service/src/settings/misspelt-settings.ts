import { readFileSync } from 'node:fs';
import leven from 'leven';

/** Every setting of every process, as `npm run docs` lists them from the schemas. */
const KNOWN = readList('settings.json');
/** Names of other programs' variables that look like ours. */
const OTHERS = new Set(readList('other-settings.json'));
/** Prefixes that only our settings have. */
const PREFIXES = ['LIMIT_', 'OIDC_', 'AUTH_'];
/** How many letters of a name may be wrong; in a short name, which resembles many others, only one. */
const FAR = 2;
const SHORT = 6;

/**
 * Faults for names that no process reads: names with a prefix that only our settings have, and names close to one of ours. Settings of
 * other processes are no faults, nor are the variables that Kubernetes sets for each Service.
 * @param own the settings this process reads
 */
export function misspeltSettings(own: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const documented = [...new Set([...own, ...KNOWN])].flatMap((name) => [name, `${name}_FILE`]);
  const isKnown = new Set(documented);
  const faults: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!value || isKnown.has(name) || OTHERS.has(name) || isServiceLink(name, value)) continue;
    const meant = documented.find((candidate) => leven(name, candidate) <= (candidate.length < SHORT ? 1 : FAR));
    if (meant !== undefined) faults.push(`${name} is not a setting. Did you mean ${meant}?`);
    else if (PREFIXES.some((prefix) => name.startsWith(prefix))) {
      faults.push(`${name} is not a setting of any process; docs/settings.md lists them all.`);
    }
  }
  return faults;
}

const PROTOCOLS = ['tcp', 'udp', 'sctp'];

/** Whether it is one of the variables that Kubernetes sets for a Service's name and address, unless `enableServiceLinks` is false. */
function isServiceLink(name: string, value: string): boolean {
  return (
    /_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$/.test(name) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
    (name.endsWith('_PORT') && PROTOCOLS.some((protocol) => value.startsWith(`${protocol}://`)))
  );
}

function readList(file: string): string[] {
  return JSON.parse(readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8')) as string[];
}
