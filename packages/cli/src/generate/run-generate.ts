import {
  AdvisoryError,
  type GenerateOptions,
  type GenerationProgress,
  type GenerationResult,
  generate,
  logIds,
  type ReadOptions,
  read,
  type Tlp,
} from '@tripline/advisory';
import type { FetchConfig, FetchedDocument } from '@tripline/fetch';
import { isPlatformId, isTargetId, PLATFORM_IDS, TARGET_IDS } from '@tripline/sigma';
import { askService } from '../coverage/service-access.js';
import { EXIT, UsageError } from '../exit.js';
import { readBytes } from '../rule-files.js';
import { openStatusLine } from '../status-line.js';
import { readAgainst } from './covering.js';
import type { GenerateCommandOptions } from './generate-options.js';
import type { GeneratedDocument } from './generated-document.js';
import { openSiems } from './in-siems.js';
import { progressText } from './progress.js';
import { openFolder } from './rule-folder.js';
import { summaryOf } from './summary.js';

/**
 * Reads each file, writes its rules and their queries into the folder and prints the results; gives the exit code. A document that cannot
 * be read is reported, and the others are processed. Throws a `UsageError`.
 */
export async function runGenerate(paths: readonly string[], options: GenerateCommandOptions): Promise<number> {
  const settings: GenerateOptions = {
    ...(options.platform.length === 0
      ? {}
      : { platforms: known(options.platform, 'platform', PLATFORM_IDS, isPlatformId) }),
    ...(options.log.length === 0 ? {} : { logs: known(options.log, 'log', logIds(), isLogId) }),
    ...(options.target.length === 0 ? {} : { targets: known(options.target, 'target', TARGET_IDS, isTargetId) }),
    ...(options.minConfidence === undefined ? {} : { minConfidence: options.minConfidence }),
    ...(options.maxRules === undefined ? {} : { maxRules: options.maxRules }),
  };
  const compare = readAgainst(options.against, options.skipCovered);
  const nameSiemRules = options.againstSiems ? openSiems({ ...options, format: 'json' }) : undefined;
  // All files are read first: a path that cannot be read is a usage error, and then nothing is written.
  const inputs = paths.map((path) => (isAddress(path) ? { path } : { path, bytes: readBytes(path) }));
  const folder = openFolder(options.out);
  const documents: GeneratedDocument[] = [];
  let exitCode: number = EXIT.ok;
  const line = await openStatusLine();
  for (const input of inputs) {
    const { path } = input;
    try {
      const { title, result } = await generateFrom(input, options.tlp, settings, (step) =>
        line.show(progressText(path, step)),
      );
      const compared = compare(result);
      const rules = compared.rules.map((rule) => ({ ...rule, files: folder.write(rule) }));
      documents.push({ path, title, ...compared, rules });
    } catch (error) {
      const fault = faultOf(error);
      if (fault === undefined) throw error;
      line.end();
      process.stderr.write(`${path}: ${fault}\n`);
      exitCode = EXIT.faults;
    } finally {
      line.end();
    }
  }
  let shown: readonly GeneratedDocument[] = documents;
  if (nameSiemRules !== undefined) {
    // What was written stands and is shown, even where the service does not answer.
    const asked = await askService(async () => {
      shown = await nameSiemRules(documents);
      return EXIT.ok;
    });
    exitCode = Math.max(exitCode, asked);
  }
  const asTable = options.format === undefined ? process.stdout.isTTY : options.format === 'table';
  process.stdout.write(asTable ? summaryOf(shown, options.out) : `${JSON.stringify({ documents: shown }, null, 2)}\n`);
  return exitCode;
}

/** Media types by file ending, for content that does not show its format. */
const MEDIA_TYPES: Readonly<Record<string, readonly string[]>> = {
  'text/markdown': ['.md', '.markdown'],
  'text/html': ['.html', '.htm', '.xhtml', '.xhtm'],
};

/** A file that was read, or an address to fetch. */
interface Input {
  readonly path: string;
  readonly bytes?: Uint8Array;
}

async function generateFrom(
  input: Input,
  tlp: Tlp | undefined,
  settings: GenerateOptions,
  onProgress: (progress: GenerationProgress) => void,
): Promise<{ title: string; result: GenerationResult }> {
  onProgress({ step: 'read', done: 0, total: 1 });
  const { bytes, options } = await received(input);
  const document = await read(bytes, tlp === undefined ? options : { ...options, tlp });
  return { title: document.title, result: generate(document, { ...settings, onProgress }) };
}

/** The bytes of an input and what is known about them. An address is fetched by the same guarded fetcher as in the service. */
async function received({ path, bytes }: Input): Promise<{ bytes: Uint8Array; options: ReadOptions }> {
  if (bytes !== undefined) {
    const name = path.toLowerCase();
    const contentType = Object.keys(MEDIA_TYPES).find((type) =>
      MEDIA_TYPES[type]?.some((ending) => name.endsWith(ending)),
    );
    return { bytes, options: contentType === undefined ? {} : { contentType } };
  }
  const fetched = await fetchPage(path);
  const { contentType, finalUrl: url } = fetched;
  return { bytes: fetched.bytes, options: contentType === undefined ? { url } : { url, contentType } };
}

/** An address could not be fetched; the message is the fetcher's. */
class FetchFault extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Loads the fetcher only for an address; files do not need it. */
async function fetchPage(address: string): Promise<FetchedDocument> {
  const [{ fetchDocument, fetchSettings }, { AppError, ConfigError, loadConfig }, { default: Joi }] = await Promise.all(
    [import('@tripline/fetch'), import('@tripline/service'), import('joi')],
  );
  try {
    const config = loadConfig(Joi.object<FetchConfig>(fetchSettings), process.env);
    return await fetchDocument(address, {
      allowHosts: config.FETCH_ALLOW_HOSTS,
      denyNetworks: config.FETCH_DENY_NETWORKS,
    });
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error instanceof AppError ? new FetchFault(error.code, error.message) : error;
  }
}

function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(path);
}

/** The message for a fault of the document: it cannot be read or fetched. Undefined for any other error, which is our own. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof AdvisoryError || error instanceof FetchFault) return `${error.code}: ${error.message}`;
  return undefined;
}

const isLogId = (id: string): id is string => logIds().includes(id);

function known<Id extends string>(
  ids: readonly string[],
  noun: string,
  all: readonly Id[],
  isKnown: (id: string) => id is Id,
): readonly Id[] {
  return [...new Set(ids)].map((id) => {
    if (isKnown(id)) return id;
    throw new UsageError(`there is no ${noun} "${id}"; there are ${all.join(', ')}`);
  });
}
