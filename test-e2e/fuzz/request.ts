import type { ServiceName } from './document.js';

/**
 * A request before it is sent. `{{pro.rule}}` anywhere in path, headers or body stands for a real thing of the world it is sent into, so that the
 * same request can be sent again to another stack.
 */
export interface FuzzRequest {
  readonly service: ServiceName;
  readonly method: string;
  /** From the service's base address on, with the query. */
  readonly path: string;
  /** Name and value, in order; a name may come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Latin-1 text that stands for bytes, so that no byte is lost in JSON. */
  readonly body?: string;
  /** Who sends it: the persona whose things and texts it may see in the answer. */
  readonly caller: string;
  /** What was done to a valid request to make this one; empty for a valid one. */
  readonly broken: readonly string[];
}

/** Text as the bytes that a {@link FuzzRequest} carries. */
export const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** One line that `--again` sends again. */
export const toLine = (request: FuzzRequest): string => JSON.stringify(request);

/** Reads what {@link toLine} wrote. */
export const fromLine = (line: string): FuzzRequest => JSON.parse(line) as FuzzRequest;
