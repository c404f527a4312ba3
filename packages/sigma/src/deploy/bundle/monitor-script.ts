import type { SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import { logTypeOf } from '../security-analytics.js';

/**
 * A POSIX shell script that creates the monitors of files beside it, by one curl line each. Address, user and password come from the
 * environment; nothing secret is in it or on a command line.
 * @see https://opensearch.org/docs/latest/observing-your-data/alerting/api/#create-a-query-level-monitor
 */
export function monitorScript(files: readonly string[]): string {
  const head = headOf(
    'Creates the monitors of the files beside this script. Each arrives disabled. A second run creates them a second time.',
    '_plugins/_alerting/monitors',
  );
  return `${head}${files.map((file) => `send ${quoted(file)}\n`).join('')}${END}`;
}

/**
 * The same for rules of Security Analytics, each with its log type. A rule runs where a detector of that log type has it.
 * @see https://docs.opensearch.org/latest/security-analytics/api-tools/rule-api/
 */
export function rulesScript(
  files: readonly {
    readonly name: string;
    readonly rules: readonly { readonly document: SigmaRule | SigmaCorrelation }[];
  }[],
): string {
  const head = headOf(
    'Creates the rules of the files beside this script. None runs until a detector has it. A second run creates them a second time.',
    '_plugins/_security_analytics/rules?category=$2',
  );
  const lines = files.flatMap(({ name, rules }) =>
    rules.map(({ document }) => `send ${quoted(name)} ${quoted(logTypeOf(document))}\n`),
  );
  return head + lines.join('') + END;
}

/** The script up to its first call of `send`. */
function headOf(what: string, path: string): string {
  return `#!/bin/sh
# ${what}
# With names of files behind it, it sends these alone.
#   OPENSEARCH_URL       the address, such as https://localhost:9200
#   OPENSEARCH_USER      the user, where one is asked for
#   OPENSEARCH_PASSWORD  the user's password
#   OPENSEARCH_CACERT    a file of certificates to trust, where the system's are not enough
set -eu
: "\${OPENSEARCH_URL:?set OPENSEARCH_URL to the address of OpenSearch, such as https://localhost:9200}"
cd -- "$(dirname -- "$0")"
only=" $* "
failed=

# Settings for curl on its standard input, so that no other process sees them.
settings() {
  if [ -n "\${OPENSEARCH_USER:-}" ]; then
    printf '%s:%s' "$OPENSEARCH_USER" "\${OPENSEARCH_PASSWORD:-}" | sed -e 's/[\\\\"]/\\\\&/g' -e 's/^/user = "/' -e 's/$/"/'
    echo
  fi
  if [ -n "\${OPENSEARCH_CACERT:-}" ]; then
    printf '%s' "$OPENSEARCH_CACERT" | sed -e 's/[\\\\"]/\\\\&/g' -e 's/^/cacert = "/' -e 's/$/"/'
    echo
  fi
}

# A file that is refused stops no other.
send() {
  case "$only" in
    '  ' | *" $1 "*) ;;
    *) return 0 ;;
  esac
  printf '%s: ' "$1"
  settings | curl --config - --silent --show-error --fail --output /dev/null --write-out '%{http_code}\\n' \\
    --header 'Content-Type: application/json' --data-binary "@$1" "\${OPENSEARCH_URL%/}/${path}" ||
    failed="$failed $1"
}

`;
}

/** What the script says last: which files are to be sent again. */
const END = `
if [ -n "$failed" ]; then
  echo "Refused, and to be sent again when mended: sh import.sh$failed" >&2
  exit 1
fi
`;

function quoted(file: string): string {
  return `'${file.replaceAll("'", "'\\''")}'`;
}
