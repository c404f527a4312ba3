import type { paths } from '@tripline/client/rules-api';
import { ApiError, errorOf } from '../../api/api-error.js';
import type { Rules } from '../../api/clients.js';
import { events } from '../../api/event-stream.js';
import { expectNews } from '../../rule/gap-news.js';
import { generationKey } from './generation-query.js';

type Body = paths['/v1/generate']['post']['requestBody']['content']['application/json'];

/** What rules are to be generated from. */
export type GenerationInput = Body | { readonly inputType: 'file'; readonly file: File };

/** The kind of what rules are generated from. */
export type From = GenerationInput['inputType'];

/** What a generation that is not stored was made from: only this page still has it, until it is left. */
export interface Asked {
  readonly input: GenerationInput;
  readonly options: object;
}

/** Where the page's cache keeps what a generation was made from. */
export const askedKey = (id: string): readonly string[] => [...generationKey(id), 'asked'];

type Events = Rules['GenerateRulesEvents'];
/** How far a generation is. */
export type Progress = Events['progress'];

/** Generates rules and tells how far it is. Aborting breaks the work off. @throws ApiError with the service's own words */
export async function generate(
  input: GenerationInput,
  options: object,
  { onProgress, signal }: { onProgress: (progress: Progress) => void; signal: AbortSignal },
): Promise<Rules['Generation']> {
  const request = encode(input, options);
  try {
    for await (const { event, json } of events('/v1/generate', { method: 'POST', ...request, signal })) {
      if (event === 'progress') onProgress(JSON.parse(json));
      else if (event === 'error') throw errorOf(new Response(null), JSON.parse(json));
      else if (event === 'result') {
        const { data }: Events['result'] = JSON.parse(json);
        expectNews(data);
        return data;
      }
    }
  } catch (error) {
    // A stream that breaks throws what the browser calls it.
    if (error instanceof ApiError || signal.aborted) throw error;
  }
  throw new ApiError(
    'The connection broke before the rules came. They may have been made all the same: look under Reports.',
    0,
    undefined,
    undefined,
    [],
    undefined,
  );
}

/** A form's media type has its boundary, and so is the browser's to write. */
function encode(input: GenerationInput, options: object): Pick<RequestInit, 'body' | 'headers'> {
  if (!('file' in input))
    return { body: JSON.stringify({ ...input, options }), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  form.set('options', JSON.stringify(options));
  form.set('file', input.file);
  return { body: form };
}
