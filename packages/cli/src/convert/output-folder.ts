import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeployFormat } from '@tripline/sigma';
import { UsageError } from '../exit.js';
import { systemFault } from '../system-fault.js';

/** The file of a folder that says which files we wrote. */
const MANIFEST = '.tripline';
const MANIFEST_BYTES_MAX = 64 * 1024 * 1024;
/** Names that we give files: never a path, and never one that begins with a dot. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,200}\.[a-z]{1,10}$/;

/** A rule in a file. */
interface ManifestRule {
  readonly id: string | null;
  readonly title: string;
  /** The first twelve hex digits of the SHA-256 of its canonical YAML. */
  readonly version: string;
}

/** What the manifest says of a file. */
interface ManifestEntry {
  readonly format: DeployFormat;
  readonly sha256: string;
  readonly rules: readonly ManifestRule[];
}

/** A file to write. */
interface FolderFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly rules: readonly ManifestRule[];
}

/** What became of the files. */
interface FolderReport {
  readonly written: number;
  readonly unchanged: number;
  readonly refused: readonly { readonly name: string; readonly why: string }[];
  /** Files of the format that we wrote earlier, and that no rule gives any more. */
  readonly gone: readonly string[];
}

/** Whether a path means a folder: it ends in a slash, or is one. */
export function isFolder(path: string): boolean {
  return path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Writes the one file that a product takes. Throws a `UsageError` where it cannot be written. */
export function writeArtefact(path: string, bytes: Uint8Array): void {
  orUsageError(path, () => writeFileSync(path, bytes));
}

/**
 * A folder of files for a product, with a manifest of those that we wrote. A file that we did not write, or that somebody changed since, is
 * never overwritten or deleted. Links are not followed. Every method throws a `UsageError` for what cannot be read or written.
 */
export class OutputFolder {
  private readonly entries: Map<string, ManifestEntry>;
  private readonly current = new Set<string>();

  constructor(private readonly folder: string) {
    orUsageError(folder, () => mkdirSync(folder, { recursive: true }));
    this.entries = readManifest(join(folder, MANIFEST));
  }

  /** Writes the files of a format; those that are there with the same bytes are left as they are. */
  write(format: DeployFormat, files: readonly FolderFile[]): FolderReport {
    const refused: { name: string; why: string }[] = [];
    let written = 0;
    for (const { name, bytes, rules } of files) {
      this.current.add(name);
      const sha256 = sha256Of(bytes);
      const there = this.look(name);
      const why = there === sha256 ? undefined : this.whyNot(name, there);
      if (why !== undefined) {
        refused.push({ name, why });
        continue;
      }
      if (there !== sha256) {
        this.replace(name, bytes);
        written++;
      }
      this.entries.set(name, { format, sha256, rules });
    }
    return { written, unchanged: files.length - written - refused.length, refused, gone: this.gone(format) };
  }

  /** Deletes the files of a format that no rule gives any more, where they are as we wrote them. */
  prune(format: DeployFormat): { readonly deleted: readonly string[]; readonly kept: readonly string[] } {
    const deleted: string[] = [];
    const kept: string[] = [];
    for (const name of this.gone(format)) {
      const there = this.look(name);
      if (there !== undefined && there !== this.entries.get(name)?.sha256) {
        kept.push(name);
        continue;
      }
      if (there !== undefined) {
        orUsageError(join(this.folder, name), () => rmSync(join(this.folder, name)));
        deleted.push(name);
      }
      this.entries.delete(name);
    }
    return { deleted, kept };
  }

  /** Writes the manifest, where it changed. */
  end(): void {
    const files = Object.fromEntries([...this.entries].sort(([a], [b]) => (a < b ? -1 : 1)));
    const bytes = Buffer.from(`${JSON.stringify({ about: ABOUT, files }, null, 2)}\n`);
    if (this.look(MANIFEST) !== sha256Of(bytes)) this.replace(MANIFEST, bytes);
  }

  private gone(format: DeployFormat): readonly string[] {
    return [...this.entries]
      .filter(([name, entry]) => entry.format === format && !this.current.has(name))
      .map(([name]) => name)
      .sort();
  }

  /** The hash of a file that is there; `other` for a folder, a link or anything else. */
  private look(name: string): string | undefined {
    const path = join(this.folder, name);
    return orUsageError(path, () => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found === undefined) return undefined;
      return found.isFile() ? sha256Of(readFileSync(path)) : 'other';
    });
  }

  private whyNot(name: string, there: string | undefined): string | undefined {
    if (there === undefined) return undefined;
    const known = this.entries.get(name);
    if (known === undefined) return 'tripline did not write it; move it away, or choose another folder';
    return there === known.sha256 ? undefined : 'it was changed since tripline wrote it; move it away to have it anew';
  }

  /** Puts a file in the place of another in one step, so that a run that is cut off leaves whole files. */
  private replace(name: string, bytes: Uint8Array): void {
    const path = join(this.folder, name);
    const draft = join(this.folder, `${MANIFEST}-${process.pid}`);
    orUsageError(path, () => {
      writeFileSync(draft, bytes, { flag: 'wx', mode: name.endsWith('.sh') ? 0o755 : 0o644 });
      renameSync(draft, path);
    });
  }
}

const ABOUT = 'Files that tripline convert wrote. It overwrites and deletes no others.';

function readManifest(path: string): Map<string, ManifestEntry> {
  const found = orUsageError(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (found === undefined) return new Map();
  if (!found.isFile() || found.size > MANIFEST_BYTES_MAX) throw noManifest(path);
  try {
    const { files } = JSON.parse(readFileSync(path, 'utf8')) as { files: Record<string, ManifestEntry> };
    const entries = Object.entries(files);
    const isOurs = entries.every(
      ([name, entry]) =>
        FILE_NAME.test(name) &&
        typeof entry.format === 'string' &&
        /^[0-9a-f]{64}$/.test(entry.sha256) &&
        Array.isArray(entry.rules),
    );
    if (!isOurs) throw noManifest(path);
    return new Map(entries);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw noManifest(path);
  }
}

function noManifest(path: string): UsageError {
  return new UsageError(`${path} is no manifest of tripline: delete it, or choose another folder`);
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function orUsageError<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${systemFault(error)}`);
  }
}
