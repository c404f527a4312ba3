/**
 * What Postgres cannot read out of a JSON value that holds it anywhere: escapes of NUL and of halves of pairs, after no backslash or after pairs of them. Knex takes a bare
 * question mark for the place of a value.
 */
const UNREADABLE = String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})`.replaceAll('?', String.raw`\?`);

/**
 * SQL that gives the content of a row of `versions` so that Postgres can read each of its fields, whatever texts stand beside it. A message that names the rule's own
 * odd words may hold a NUL, which is kept byte for byte as it was answered; here it becomes U+FFFD, as everywhere a text leaves JSON in the database.
 */
export const CONTENT_COLUMN = `(case when versions.content::text ~ '${UNREADABLE}'
  then regexp_replace(versions.content::text, '${UNREADABLE}', '\\1\uFFFD', 'g')::json
  else versions.content end)`;

/** SQL that gives the YAML text of a row of `versions`. */
export const YAML_COLUMN = `${CONTENT_COLUMN}->>'yaml'`;
