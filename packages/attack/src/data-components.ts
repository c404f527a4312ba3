import { lazyData } from './data.js';

const components = lazyData(
  'data-components.json',
  (raw: { readonly components: readonly string[] }) => raw.components,
);

/** The names of ATT&CK's data components: what can be observed of a system, as its analytics name it. */
export function dataComponents(): readonly string[] {
  return components();
}
