#!/bin/sh
# sbom.sh APP FILE: writes to FILE what stands in the assembled folder APP, as CycloneDX: packages, versions, hashes, licences, and what needs
# what. cdxgen reads it from a lock file that holds APP's packages alone, cut out of ours.
set -eu
app=$1 file=$2
CDXGEN=@cyclonedx/cdxgen@12.8.4

work=$(mktemp -d)
cp package.json pnpm-lock.yaml pnpm-workspace.yaml "$work"
for manifest in "$app"/packages/*/package.json "$app"/services/*/package.json; do
  to="$work/${manifest#"$app"/}"
  mkdir -p "$(dirname "$to")"
  cp "$manifest" "$to"
done
cd "$work"
find . -name package.json -exec node -e '
  const { readFileSync, writeFileSync } = require("node:fs");
  for (const file of process.argv.slice(1)) {
    const { devDependencies, ...manifest } = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify(manifest));
  }' {} +
pnpm install --lockfile-only --prefer-offline --no-frozen-lockfile --reporter=append-only
# Its optional parts look into containers and compiled programs; a lock file needs none of them.
npm_config_omit=optional npx --yes "$CDXGEN" -t pnpm --no-install-deps --no-babel --spec-version 1.6 --fail-on-error -o bom.json . >cdxgen.log 2>&1 ||
  { cat cdxgen.log; exit 1; }
# Of one commit one file: without the number and the time of this run, and the paths of this machine.
node -e '
  const { readFileSync, writeFileSync } = require("node:fs");
  const { serialNumber, annotations, ...bom } = JSON.parse(readFileSync("bom.json", "utf8"));
  bom.metadata.timestamp = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000).toISOString();
  for (const part of bom.components) { delete part.properties; delete part.evidence; delete part.tags; }
  if (bom.components.length < 100) throw new Error(`only ${bom.components.length} packages were found`);
  writeFileSync(process.argv[1], `${JSON.stringify(bom, null, 1)}\n`);' "$file"
