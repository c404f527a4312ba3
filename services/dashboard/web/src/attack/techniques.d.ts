/** Made by the build from the catalogue of packages/attack; see web/techniques-plugin.ts. */
declare module 'virtual:tactics' {
  /** The name of each tactic, by its id. */
  export const TACTIC_NAMES: Readonly<Record<string, string>>;
}

/** Made by the build from the catalogue of packages/attack; see web/techniques-plugin.ts. */
declare module 'virtual:techniques' {
  /** Names of tactics, by the places that `TECHNIQUES` names them by. */
  export const TACTICS: readonly string[];
  /** Each current technique of ATT&CK: id, name, and its tactics' places. */
  export const TECHNIQUES: readonly (readonly [string, string, readonly number[]])[];
}
