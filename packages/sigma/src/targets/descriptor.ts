import type { DataPlace } from '../convert/field-maps.js';
import type { MapFamily } from '../convert/maps.js';
import type { Target } from '../convert/target.js';
import type { QueryLanguage } from '../query/language.js';

/** How much of a Sigma feature a query language can say. */
type Support = 'yes' | 'partial' | 'no';

/** Options of a conversion that only some targets have a use for. */
export type TargetSetting = keyof DataPlace | 'windows';

/**
 * Everything that is to be said of a target, once: conversion, catalogues, command line, API, documents and pages derive from it. A new
 * query language is a folder whose `index.ts` exports one, and a line in the list of `targets/index.ts`.
 */
export interface TargetDescriptor<Id extends string = string, Form extends string = string> {
  /** `siem_` and what people call the language: the ids of the API name no product. */
  readonly id: Id;
  /** Whether a call that names no targets means it: only the six of the API document. */
  readonly default: boolean;
  /** What people call the language: `SPL`. */
  readonly language: string;
  /** The language with its whole name, as `GET /v1/backends` prints it: `SPL (search processing language)`. */
  readonly outputFormat: string;
  /** The products that read it, by the names that people know. */
  readonly product: string;
  /** Language and product in a few letters, for tabs and menus. */
  readonly short: { readonly language: string; readonly product: string };
  /** The language whose colours come nearest, of those that pages know. */
  readonly colours: 'spl' | 'kql' | 'lucene' | 'sql';
  /** Of a file that holds a query, without the dot. */
  readonly extension: string;
  readonly features: Readonly<Record<'wildcards' | 'regex' | 'near' | 'aggregation', Support>>;
  /** The field maps and named stacks that it reads: `data/maps/<family>`, `data/stacks/<family>`. */
  readonly family: MapFamily;
  /** The options of a conversion that it has a use for. */
  readonly settings: readonly TargetSetting[];
  /** The names of pySigma's backends for the same products: a processing pipeline with one of them in `allowed_backends` is for this target. */
  readonly pipelineBackends: readonly string[];
  /** The forms in which its product takes a whole rule, and what each is; `deploy/` writes them. */
  readonly deployFormats: Readonly<Record<Form, string>>;
  /** The language by which `readQuery` reads its queries back into rules, where it does. */
  readonly reads?: QueryLanguage;
  /** How conditions and correlations become queries. */
  readonly writer: Target;
}

/** A descriptor with its literal types, from which the types of ids and forms derive. */
export const describeTarget = <const Id extends string, const Form extends string = never>(
  descriptor: TargetDescriptor<Id, Form>,
): TargetDescriptor<Id, Form> => descriptor;
