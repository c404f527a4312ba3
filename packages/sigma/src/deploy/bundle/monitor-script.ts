/**
 * A POSIX shell script that creates the monitors of files beside it, by one curl line each. Address, user and password come from the
 * environment; nothing secret is in it or on a command line.
 * @see https://opensearch.org/docs/latest/observing-your-data/alerting/api/#create-a-query-level-monitor
 */
export function monitorScript(files: readonly string[]): string {
  return `${HEAD}${files.map((file) => `send ${quoted(file)}\n`).join('')}`;
}

const HEAD = `#!/bin/sh
# Creates the monitors of the files beside this script. Each arrives disabled. A second run creates them a second time.
#   OPENSEARCH_URL       the address, such as https://localhost:9200
#   OPENSEARCH_USER      the user, where one is asked for
#   OPENSEARCH_PASSWORD  the user's password
#   OPENSEARCH_CACERT    a file of certificates to trust, where the system's are not enough
set -eu
: "\${OPENSEARCH_URL:?set OPENSEARCH_URL to the address of OpenSearch, such as https://localhost:9200}"
cd -- "$(dirname -- "$0")"

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

send() {
  printf '%s: ' "$1"
  settings | curl --config - --silent --show-error --fail --output /dev/null --write-out '%{http_code}\\n' \\
    --header 'Content-Type: application/json' --data-binary "@$1" "\${OPENSEARCH_URL%/}/_plugins/_alerting/monitors"
}

`;

function quoted(file: string): string {
  return `'${file.replaceAll("'", "'\\''")}'`;
}
