import type { AccessCaller } from './access-cast.js';
import type { Cleanup } from './cleanup.js';
import type { Answer } from './http.js';

/** Things made for one request, which are used instead of the caller's permanent ones. */
export interface Fresh {
  readonly id?: string | readonly string[];
  readonly body?: object;
  /** Called after the answer. */
  done?(): Promise<void>;
}

/** How to request an operation. */
export interface AccessRequest {
  /** The values of the path's parameters. */
  readonly id?: (caller: AccessCaller) => Fresh['id'] | Promise<Fresh['id']>;
  readonly query?: (caller: AccessCaller) => string;
  readonly body?: (caller: AccessCaller) => object | Promise<object>;
  /** Set if a token in the body is what lets the caller in: it has to be read before anybody is refused. */
  readonly credentialInBody?: true;
  /** Makes the things that a successful call uses up. */
  readonly fresh?: (caller: AccessCaller, cleanup: Cleanup) => Promise<Fresh>;
  /** Statuses of the table for which `fresh` is called; by default those of success. */
  readonly freshFor?: readonly number[];
  /** Undoes a successful call. */
  readonly after?: (caller: AccessCaller, answer: Answer) => Promise<void>;
  /** Set if success changes who the caller is. Such calls are made by a separate cast. */
  readonly changesCaller?: true;
}
