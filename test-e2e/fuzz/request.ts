import type { ServiceName } from './document.js';

/**
 * A request before it is sent. `{{pro.rule}}` in the path, headers or body stands for a real thing of the stack it is sent to. So the same
 * request can be sent again to another stack.
 */
export interface FuzzRequest {
  readonly service: ServiceName;
  readonly method: string;
  /** The path after the service's base address, with the query. */
  readonly path: string;
  /** Name and value, in order; a name may come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body's bytes as Latin-1 text, which keeps every byte in JSON. */
  readonly body?: string;
  /** The persona that sends it. The answer may show only what this persona may see. */
  readonly caller: string;
  /** How this request differs from a valid one; empty for a valid request. */
  readonly broken: readonly string[];
}

/** Turns text into the form in which a {@link FuzzRequest} holds bytes. */
export const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Turns a request into a line that `--again` sends again. */
export const toLine = (request: FuzzRequest): string => JSON.stringify(request);

/** Reads what {@link toLine} wrote. */
export const fromLine = (line: string): FuzzRequest => JSON.parse(line) as FuzzRequest;
