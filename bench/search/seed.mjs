import { techniques } from '@tripline/attack';
import { LEVELS, PLATFORM_IDS } from '@tripline/sigma';
import pg from 'pg';

const STATES = ['draft', 'draft', 'draft', 'accepted', 'deployed', 'rejected'];
const BATCH = 5000;
/** Words of reports, the commonest first: the nth stands in one of n rules, as words of a language do. */
const WORDS = [
  ...[
    'process',
    'windows',
    'command',
    'service',
    'account',
    'access',
    'remote',
    'file',
    'registry',
    'credential',
    'script',
    'network',
  ],
  ...[
    'server',
    'domain',
    'policy',
    'token',
    'bucket',
    'scheduled',
    'loader',
    'memory',
    'tunnel',
    'driver',
    'backup',
    'archive',
    'mailbox',
  ],
  ...[
    'certificate',
    'container',
    'kernel',
    'firewall',
    'snapshot',
    'exfiltration',
    'ransom',
    'beacon',
    'hypervisor',
    'shellcode',
    'keylogger',
  ],
];
/** A number that looks random and is the same in every run. */
const mixed = (n) => Math.imul(n ^ (n >>> 15), 0x85eb_ca6b) >>> 0;

/** The commonest word of the library. */
export const COMMONEST = WORDS[0];

/** Gives somebody so many rules of many advisories. The owner of the tables writes them, since so many would take the service hours. */
export async function seedLibrary(adminUrl, userId, count) {
  const known = techniques();
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (let from = 0; from < count; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => rowOf(from + at, known));
      await client.query(
        `insert into rules.rules (id, key, created_by, source_input_type, source_url, source_title, version, title, description, level, platform,
           techniques, detection_values, search_names, state, created_at, updated_at)
         select gen_random_uuid(), gen_random_uuid(), $1, 'url', 'https://advisories.example/' || n / 8, source, 1, title, description, level, platform,
           string_to_array(techniques, ' '), string_to_array(vals, ' '), names, state, now() - n * interval '7 minutes', now() - n * interval '5 minutes'
         from json_to_recordset($2) as r (n int, source text, title text, description text, level text, platform text, techniques text, vals text,
           names text, state text)`,
        [userId, JSON.stringify(rows)],
      );
    }
    await client.query('vacuum analyze rules.rules');
  } finally {
    await client.end();
  }
}

function rowOf(n, known) {
  const at = (salt, of) => of[mixed(n * 31 + salt) % of.length];
  const said = WORDS.filter((_, rank) => mixed(n * 97 + rank) % (rank + 1) === 0);
  const tagged = [at(1, known), at(2, known)];
  const platform = at(3, PLATFORM_IDS);
  return {
    n,
    source: `Advisory ${n >> 3}: ${at(4, WORDS)} of the ${at(5, WORDS)}`,
    title: `${at(6, WORDS)} ${at(7, WORDS)} by ${tagged[0].name}`,
    description: `Detects the ${said.join(', ')} that the advisory tells of, on the host${mixed(n) % 5000} of the victim; administrators may do the same.`,
    level: at(8, LEVELS),
    platform,
    techniques: tagged.map(({ id }) => id).join(' '),
    vals: `c:\\programdata\\${mixed(n).toString(36)}.exe ${mixed(n + 1).toString(16)} -enc`,
    names: [...tagged.map(({ name }) => name), platform].join(' '),
    state: at(9, STATES),
  };
}
