// `finish-sbom.mjs APP BOM LOCK LICENCES FILE`: makes of cdxgen's BOM the one that is shipped, in FILE: the parts that stand in the assembled folder APP and no
// others (a lock file also names those of other systems), each with the licence that `pnpm licenses list --json` says in LICENCES. A part of APP that
// cdxgen did not name, as an optional peer, is added with its hash from LOCK. It fails when a part has no licence or no hash.
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [app, bomFile, lockFile, licencesFile, file] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** What stands in pnpm's store of the folder, `name@version` each. */
function partsOf(folder) {
  const store = join(folder, 'node_modules/.pnpm');
  const parts = new Set();
  for (const entry of readdirSync(store)) {
    const modules = join(store, entry, 'node_modules');
    if (entry === 'node_modules' || !lstatSync(join(store, entry)).isDirectory()) continue;
    for (const path of readdirSync(modules).flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    )) {
      // Links lead to other entries.
      if (path.startsWith('.') || !lstatSync(join(modules, path)).isDirectory()) continue;
      const { name, version } = read(join(modules, path, 'package.json'));
      parts.add(`${name}@${version}`);
    }
  }
  return parts;
}

const licences = new Map();
for (const [licence, packages] of Object.entries(read(licencesFile))) {
  for (const { name, versions } of packages)
    for (const version of versions) licences.set(`${name}@${version}`, licence);
}
const spdx = (licence) => (/[ (]/.test(licence) ? { expression: licence } : { license: { id: licence } });

const parts = partsOf(app);
const keyOf = ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`;
// Of one commit one file: without the number and the time of this run, and the paths of this machine.
const { serialNumber, annotations, ...bom } = read(bomFile);
bom.metadata.timestamp = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000).toISOString();
bom.components = bom.components.filter((part) => parts.has(keyOf(part)));
if (bom.components.length < 100) throw new Error(`only ${bom.components.length} packages were found`);
const lock = readFileSync(lockFile, 'utf8');
const named = new Set(bom.components.map(keyOf));
for (const key of [...parts].filter((part) => !named.has(part)).sort()) bom.components.push(componentOf(key));
for (const part of bom.components) {
  delete part.properties;
  delete part.evidence;
  delete part.tags;
  const licence = licences.get(keyOf(part));
  if (licence !== undefined && licence !== 'Unknown') part.licenses = [spdx(licence)];
}
const left = new Set([bom.metadata.component?.['bom-ref'], ...bom.components.map((part) => part['bom-ref'])]);
bom.dependencies = bom.dependencies
  ?.filter(({ ref }) => left.has(ref))
  .map((each) => ({
    ...each,
    ...(each.dependsOn ? { dependsOn: each.dependsOn.filter((ref) => left.has(ref)) } : {}),
  }));

const unlicensed = bom.components.filter((part) => !part.licenses?.length).map(keyOf);
if (unlicensed.length > 0) throw new Error(`without a licence in the SBOM: ${unlicensed.join(', ')}`);
writeFileSync(file, `${JSON.stringify(bom, null, 1)}\n`);

/** A component for `name@version`, which pnpm's lock file has the hash of. */
function componentOf(key) {
  const at = key.lastIndexOf('@');
  const [name, version] = [key.slice(0, at), key.slice(at + 1)];
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const [, hash] =
    lock
      .split(/^ {2}(?=\S)/m)
      .find((entry) => entry.startsWith(`${key}:`) || entry.startsWith(`'${key}':`))
      ?.match(/sha512-([\w+/=]+)/) ?? [];
  if (hash === undefined) throw new Error(`no hash in the lock file: ${key}`);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const hashes = [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }];
  return {
    type: 'library',
    ...(group ? { group } : {}),
    name: own,
    version,
    hashes,
    purl,
    'bom-ref': purl.replace('%40', '@'),
  };
}
