#!/bin/sh
# assemble.sh FOLDER PACKAGE…: lays out in FOLDER the built packages, the workspace's packages they stand on, and the production dependencies
# of those alone, as the lock file says. Run in the build stage, where everything is built.
set -eu
out=$1
shift
src=$(pwd)

filters=$(printf ' --filter-prod %s...' "$@")
# shellcheck disable=SC2086 # one word each
parts=$(pnpm --silent $filters ls --depth -1 --parseable)
mkdir -p "$out"
cp package.json pnpm-lock.yaml pnpm-workspace.yaml LICENSE NOTICE "$out"
for part in $parts; do
  to="$out/${part#"$src"/}"
  mkdir -p "$to"
  for each in package.json dist data bin; do
    [ ! -e "$part/$each" ] || cp -r "$part/$each" "$to"
  done
done

cd "$out"
pnpm install --offline --prod --frozen-lockfile --ignore-scripts --reporter=append-only
# What only pnpm's next run would read, some of it with the time of day; types and source maps are for who compiles and debugs.
rm -rf pnpm-lock.yaml pnpm-workspace.yaml node_modules/.modules.yaml node_modules/.pnpm-workspace-state*.json node_modules/.pnpm/lock.yaml \
  node_modules/.pnpm/node_modules/.bin
find . -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.tsbuildinfo' \) -delete
chmod -R a+rX,go-w .
