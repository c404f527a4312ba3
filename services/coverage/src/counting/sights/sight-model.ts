/** A technique that a forward carries. */
export interface ForwardedTechnique {
  readonly techniqueId: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Whether what is forwarded covers it by itself, once somebody sees it. */
  readonly covers: boolean;
}

/** A forward as a cell keeps it: what it carries is told by techniques, null for whatever a detection there looks for. */
export interface StoredForward {
  readonly account: string;
  readonly scope: string;
  readonly reader: string;
  readonly into: string;
  readonly via: string;
  readonly techniques: readonly ForwardedTechnique[] | null;
}

/**
 * Whether it is known what sees a forward: the account that it goes to is connected by the same owner and was read there; that place
 * was not read; or the account is not connected, so that nobody here knows.
 */
type SightState = 'read' | 'unread' | 'not_connected';

/** A forward with what is known of where it goes. */
export interface KnownForward extends StoredForward {
  readonly state: SightState;
  /** The account here that it goes to; null where the owner has none. */
  readonly accountId: string | null;
  /** Whether it goes to another scope of the same account. */
  readonly isOwn: boolean;
}
