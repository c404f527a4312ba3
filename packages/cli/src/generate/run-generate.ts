import {
  AdvisoryError,
  type GenerateOptions,
  type GenerationProgress,
  type GenerationResult,
  generate,
  read,
} from '@tripline/advisory';
import { isPlatformId, isTargetId, PLATFORM_IDS, TARGET_IDS } from '@tripline/sigma';
import { EXIT, UsageError } from '../exit.js';
import { readBytes } from '../rule-files.js';
import type { GenerateCommandOptions } from './generate-options.js';
import type { GeneratedDocument } from './generated-document.js';
import { showProgress } from './progress.js';
import { openFolder } from './rule-folder.js';
import { summaryOf } from './summary.js';

/**
 * Reads each file, writes its rules and their queries into the folder and prints what there is; gives the exit code. A document that cannot be
 * read is reported and the others go on. Throws a `UsageError`.
 */
export async function runGenerate(paths: readonly string[], options: GenerateCommandOptions): Promise<number> {
  for (const path of paths) if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) throw addressRefused(path);
  const settings: GenerateOptions = {
    ...(options.platform.length === 0
      ? {}
      : { platforms: known(options.platform, 'platform', PLATFORM_IDS, isPlatformId) }),
    ...(options.target.length === 0 ? {} : { targets: known(options.target, 'target', TARGET_IDS, isTargetId) }),
    ...(options.minConfidence === undefined ? {} : { minConfidence: options.minConfidence }),
    ...(options.maxRules === undefined ? {} : { maxRules: options.maxRules }),
  };
  const inputs = paths.map((path) => ({ path, bytes: readBytes(path) }));
  const folder = openFolder(options.out);
  const documents: GeneratedDocument[] = [];
  let exitCode: number = EXIT.ok;
  for (const { path, bytes } of inputs) {
    const progress = showProgress(path);
    try {
      const { title, result } = await generateFrom({ path, bytes }, settings, progress.report);
      const rules = result.rules.map((rule) => ({ ...rule, files: folder.write(rule) }));
      documents.push({ path, title, ...result, rules });
    } catch (error) {
      if (!(error instanceof AdvisoryError)) throw error;
      progress.end();
      process.stderr.write(`${path}: ${error.code}: ${error.message}\n`);
      exitCode = EXIT.faults;
    } finally {
      progress.end();
    }
  }
  const asTable = options.format === undefined ? process.stdout.isTTY : options.format === 'table';
  process.stdout.write(asTable ? summaryOf(documents, options.out) : `${JSON.stringify({ documents }, null, 2)}\n`);
  return exitCode;
}

/** What a file's name says where its content leaves it open. */
const MEDIA_TYPES: readonly (readonly [RegExp, string])[] = [
  [/\.(?:md|markdown)$/i, 'text/markdown'],
  [/\.x?html?$/i, 'text/html'],
];

async function generateFrom(
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  settings: GenerateOptions,
  onProgress: (progress: GenerationProgress) => void,
): Promise<{ title: string; result: GenerationResult }> {
  onProgress({ step: 'read', done: 0, total: 1 });
  const contentType = MEDIA_TYPES.find(([name]) => name.test(path))?.[1];
  const document = await read(bytes, contentType === undefined ? {} : { contentType });
  return { title: document.title, result: generate(document, { ...settings, onProgress }) };
}

/** The command line opens no connection: fetching hostile addresses safely is the service's work. */
function addressRefused(address: string): UsageError {
  return new UsageError(
    `"${address}" is an address, and tripline generate reads files. Save the page first (curl -L -o advisory.html ADDRESS) and give that file, or let the service fetch it: POST /v1/generate with inputType "url".`,
  );
}

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
