import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

/** A resource of Kubernetes, as far as these suites look at it. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  // biome-ignore lint/suspicious/noExplicitAny: every kind has another, and the schemas are checked elsewhere.
  readonly spec?: any;
}

/** The folder deploy/. */
export const DEPLOY = fileURLToPath(new URL('../..', import.meta.url));

/** Folders of deploy/kubernetes/ that hold resources. */
export const FOLDERS = ['base', 'keda', 'monitoring'] as const;

/** The files with resources of a folder: all but its kustomization. */
export const manifestFiles = (folder: string): string[] =>
  readdirSync(`${DEPLOY}kubernetes/${folder}`)
    .filter((file) => file !== 'kustomization.yaml')
    .sort();

/** The resources of one file. @throws Error where it is no YAML */
export function resourcesIn(folder: string, file: string): Resource[] {
  const text = readFileSync(`${DEPLOY}kubernetes/${folder}/${file}`, 'utf8');
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    return document.contents === null ? [] : [document.toJS() as Resource];
  });
}

/** All resources of the base. */
export const baseResources = (): Resource[] => manifestFiles('base').flatMap((file) => resourcesIn('base', file));
