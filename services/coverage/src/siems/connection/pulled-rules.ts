import type { ExportFile, ImportWarning } from '../exports/exported-rule.js';

/** How a SIEM's API is reached. */
export interface SiemAccess {
  /** Without a slash at its end. */
  readonly address: string;
  /** A token, a key, or for Sentinel the secret of an application. */
  readonly secret: string;
  /** Sentinel's application in Microsoft Entra ID; null elsewhere. */
  readonly application: SiemApplication | null;
}

/** An application in Microsoft Entra ID. */
export interface SiemApplication {
  readonly tenantId: string;
  readonly clientId: string;
  /** Where its tokens come from; null: where those for the cloud of the address do. */
  readonly loginAddress: string | null;
}

/** What the API of a SIEM gave: the pages as the files of an export. */
export interface PulledRules {
  readonly files: readonly ExportFile[];
  readonly warnings: readonly ImportWarning[];
}
