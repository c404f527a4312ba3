#!/bin/sh
# sbom.sh APP FILE: writes to FILE what stands in the assembled folder APP, as CycloneDX: packages, versions, hashes, licences, and what needs
# what. cdxgen reads it from a lock file that holds APP's packages alone, cut out of ours; pnpm knows the licences.
set -eu
app=$1 file=$2
CDXGEN=@cyclonedx/cdxgen@12.8.4

src=$(pwd)
work=$(mktemp -d)
pnpm -r licenses list --prod --json >"$work/licences.json"
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
node "$src/deploy/image/finish-sbom.mjs" "$app" bom.json "$src/pnpm-lock.yaml" licences.json "$file"
