/** Made by the build from the descriptors of packages/sigma; see web/targets-plugin.ts. */
declare module 'virtual:targets' {
  /** Each query language: how pages call and colour it, which places its SIEMs have, and in which forms they take a rule. */
  export const TARGETS: readonly {
    readonly id: import('./backends.js').Backend;
    readonly name: string;
    readonly product: string;
    readonly grammar: 'spl' | 'kql' | 'lucene' | 'sql';
    readonly extension: string;
    readonly isDefault: boolean;
    readonly places: readonly ('index' | 'sourcetype' | 'table')[];
    readonly forms: readonly import('../api/clients.js').Rules['ExportCheck']['formats'][number]['format'][];
  }[];
}
