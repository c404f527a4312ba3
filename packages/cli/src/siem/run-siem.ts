import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { CoverageClient, SiemAnswer, SiemImportAnswer } from '@tripline/client';
import { counted } from '../counted.js';
import { askService, asTable, chooseAccount, openService } from '../coverage/service-access.js';
import type { ServiceOptions } from '../coverage/service-options.js';
import { EXIT, UsageError } from '../exit.js';
import { knownSiem, siemNamed } from './known-siem.js';

/** Options of `tripline siem import`. */
export interface SiemImportOptions extends ServiceOptions {
  readonly siem: string;
  readonly kind?: SiemAnswer['kind'];
  readonly account: readonly string[];
  readonly apply?: true;
  /** In place of a file: the service asks the SIEM by the connection that it has. */
  readonly connected?: true;
}

/** Options of `tripline siem list`. */
export type SiemListOptions = ServiceOptions;

/**
 * Shows what an export, or the API of a connected SIEM, changes in a SIEM, and makes the changes where asked to.
 * @throws UsageError for a file that cannot be read, and where neither or both of file and `connected` are given
 */
export function runSiemImport(path: string | undefined, options: SiemImportOptions): Promise<number> {
  const apply = options.apply === true;
  if (options.connected === true) {
    if (path !== undefined) throw new UsageError('--connected asks the SIEM itself: leave the file out');
    return showImport(options, async (client) => {
      const siem = knownSiem(await client.siems(), options.siem);
      return { siem, diff: await client.importFromConnection(siem.id, apply) };
    });
  }
  if (path === undefined) throw new UsageError('give the file to import, or --connected to ask the SIEM itself');
  const file = { name: basename(path), bytes: bytesOf(path), apply };
  return showImport(options, async (client) => {
    const siem = await siemToFill(client, options);
    return { siem, diff: await client.importRules(siem.id, file) };
  });
}

function showImport(
  options: SiemImportOptions,
  ask: (client: CoverageClient) => Promise<{ readonly siem: SiemAnswer; readonly diff: SiemImportAnswer }>,
): Promise<number> {
  return askService(async () => {
    const { diff, siem } = await ask(openService(options));
    process.stdout.write(asTable(options) ? `${shown(siem, diff)}\n` : `${JSON.stringify(diff, null, 2)}\n`);
    return EXIT.ok;
  });
}

/** Lists the SIEMs. */
export function runSiemList(options: SiemListOptions): Promise<number> {
  return askService(async () => {
    const siems = await openService(options).siems();
    const lines = siems.map(({ kind, name, rules }) => `${kind.padEnd(10)}  ${name}: ${ruleSentence(rules)}`);
    const text =
      lines.length === 0 ? 'There is no SIEM yet: tripline siem import FILE --siem NAME --kind KIND' : lines.join('\n');
    process.stdout.write(asTable(options) ? `${text}\n` : `${JSON.stringify({ siems }, null, 2)}\n`);
    return EXIT.ok;
  });
}

function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  try {
    if (statSync(path).isDirectory()) {
      throw new UsageError(`${path} is a folder: pack it (tar -czf rules.tgz ${path}) and import the archive`);
    }
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function siemToFill(client: CoverageClient, { account, kind, siem }: SiemImportOptions): Promise<SiemAnswer> {
  const known = siemNamed(await client.siems(), siem);
  if (known !== undefined) {
    if (kind !== undefined && kind !== known.kind)
      throw new UsageError(`the SIEM "${siem}" is of kind ${known.kind}, not ${kind}`);
    return known;
  }
  if (kind === undefined) throw new UsageError(`there is no SIEM "${siem}": give --kind to add it`);
  const accounts: string[] = [];
  for (const name of account) accounts.push((await chooseAccount(client, name)).id);
  return client.addSiem({ name: siem, kind, account_ids: accounts });
}

function shown(siem: SiemAnswer, diff: SiemImportAnswer): string {
  const { changed, changed_total, gone, gone_total, new_total, read, same_total, unread, unread_total } = diff;
  return [
    ...diff.new.map(({ name }) => `new      ${name}`),
    ...changed.map(({ fields, name }) => `changed  ${name} (${fields.join(', ')})`),
    ...gone.map(({ name }) => `gone     ${name}`),
    ...unread.map(({ place, reason }) => `unread   ${place}: ${reason}`),
    ...diff.warnings.map(({ text }) => `warning  ${text}`),
    '',
    `${siem.name}: ${new_total} new, ${changed_total} changed, ${gone_total} gone, ${same_total} the same, ${unread_total} unread`,
    `Queries read: ${read.whole} whole, ${read.part} in part, ${read.none} not`,
    diff.applied ? 'The changes are made.' : 'Nothing is changed yet: --apply makes the changes.',
  ].join('\n');
}

const ruleSentence = ({ can_fire, never_fires, total, unknown }: SiemAnswer['rules']): string =>
  `${counted(total, 'rule')}, ${can_fire} can fire, ${never_fires} never, ${unknown} unknown`;
