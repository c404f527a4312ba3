import type { StatusReason } from './detection-model.js';

/** How a step towards closing a gap is written down, ready to be run or applied. */
export const ARTEFACT_FORMS = ['cli', 'cloudformation', 'terraform'] as const;

/** One text that does what a closing says. */
export interface ClosingArtefact {
  readonly form: (typeof ARTEFACT_FORMS)[number];
  readonly text: string;
}

/** What would close a gap in the account itself: switching on what is there, or adding a control of the cloud. */
export interface Closing {
  readonly kind: 'enable' | 'control';
  readonly title: string;
  /** What it depends on, as sentences. */
  readonly notes: readonly string[];
  readonly cost: 'included' | 'charged';
  readonly scopes: readonly string[];
  readonly artefacts: readonly ClosingArtefact[];
}

/** A detection of the account that closings are made from: it is switched off, or of a type that the provider asks for. */
export interface SwitchableDetection {
  /** In the provider's words. */
  readonly type: string;
  readonly scope: string;
  readonly name: string;
  readonly arn: string | null;
  readonly managed: boolean;
  readonly reason: StatusReason | null;
  /** What it watches, of the types that the provider asks for; else null. */
  readonly subject: unknown;
  /** The techniques that it covers by itself while it can fire. */
  readonly covering: readonly string[];
}

/** Where a gap is, and what the account has. */
export interface GapPlace {
  readonly techniqueId: string;
  /** The account's number or name at its provider. */
  readonly externalAccountId: string;
  /** The scopes that a detection must see and none covers. */
  readonly scopes: readonly string[];
  readonly detections: readonly SwitchableDetection[];
}
