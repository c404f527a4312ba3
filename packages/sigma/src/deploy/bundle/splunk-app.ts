import { slugOf } from '../../characters.js';
import type { Logsource } from '../../model/rule.js';
import { tarGz } from './tar.js';

/** The app's folder, id and file. */
export const APP = 'tripline_rules';

/** The macros for the indexes of log sources, as the searches of an app name them. */
export interface IndexMacros {
  /** The name of the macro for a log source whose index term is this. */
  readonly nameOf: (logsource: Logsource, definition: string) => string;
  /** The `macros.conf` of those that the searches name. */
  conf(stanzas: readonly string[]): string;
}

/** Begins the macros of an app. The same log source with another index has a macro of its own. */
export function indexMacros(): IndexMacros {
  const definitions = new Map<string, string>();
  return {
    nameOf({ product, category, service }, definition) {
      const parts = [product, category, service].filter((part) => part !== undefined).map((part) => slugOf(part, '_'));
      const base = `sigma_index_${parts.filter((part) => part !== '').join('_') || 'any'}`.slice(0, 90);
      for (let number = 1; ; number++) {
        const name = number === 1 ? base : `${base}_${number}`;
        const defined = definitions.get(name);
        if (defined !== undefined && defined !== definition) continue;
        definitions.set(name, definition);
        return name;
      }
    },
    conf(searches) {
      const stanzas = [...definitions]
        .filter(([name]) => searches.some((search) => search.includes(`\`${name}\``)))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, definition]) => `[${name}]\ndefinition = ${definition}\n`);
      return `# Where the events of each log source are. Set your indexes here, or in local/macros.conf, once for all searches.\n\n${stanzas.join('\n')}`;
    },
  };
}

/**
 * A Splunk app as Splunk installs it: a `.tgz` with one folder, its settings, the searches, the macros and who may read them.
 * @param stanzas of `savedsearches.conf`, each ending in a line break
 * @see https://dev.splunk.com/enterprise/docs/developapps/createapps/appanatomy
 */
export function splunkApp(stanzas: readonly string[], macros: IndexMacros): Uint8Array {
  const files: Readonly<Record<string, string>> = {
    'default/app.conf': APP_CONF,
    'default/macros.conf': macros.conf(stanzas),
    'default/savedsearches.conf': toldApart(stanzas).join('\n'),
    'metadata/default.meta': META,
  };
  return tarGz(Object.entries(files).map(([name, text]) => ({ name: `${APP}/${name}`, bytes: Buffer.from(text) })));
}

const APP_CONF = `[install]
state = enabled

[package]
id = ${APP}
check_for_updates = 0

[ui]
is_visible = 0
label = Tripline rules

[launcher]
author = Tripline
description = Saved searches made from Sigma rules. Each arrives disabled.
version = 1.0.0
`;

/** Everybody reads, administrators write; Enterprise Security sees only searches that are exported. */
const META = `[]
access = read : [ * ], write : [ admin, sc_admin ]
export = system
`;

/** Splunk joins stanzas of one name, whatever their case, so a name that is there already gets a number. */
function toldApart(stanzas: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return stanzas.map((stanza) => {
    const end = stanza.indexOf(']\n');
    const own = stanza.slice(1, end);
    let name = own;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${own.slice(0, 90)} ${number}`;
    taken.add(name.toLowerCase());
    return `[${name}${stanza.slice(end)}`;
  });
}
