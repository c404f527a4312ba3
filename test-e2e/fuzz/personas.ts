/** How a persona is made. */
interface Persona {
  readonly tier: string;
  readonly expired?: true;
  /** The team it joins. */
  readonly joins?: { readonly team: string; readonly role: string };
  /** Set if it has an authenticator app. */
  readonly app?: true;
  /** Set if it makes a team. */
  readonly team?: true;
}

/** The personas. Those whose requests change themselves (a password, a team) are not the ones whose things others read. */
export const PERSONAS: Readonly<Record<string, Persona>> = {
  free: { tier: 'free' },
  individual: { tier: 'individual' },
  pro: { tier: 'pro' },
  enterprise: { tier: 'enterprise' },
  lapsed: { tier: 'pro', expired: true },
  owner: { tier: 'enterprise', team: true },
  admin: { tier: 'free', joins: { team: 'owner', role: 'admin' } },
  member: { tier: 'free', joins: { team: 'owner', role: 'member' } },
  rival: { tier: 'team', team: true },
  founder: { tier: 'team' },
  disbander: { tier: 'team', team: true },
  leaver: { tier: 'free', joins: { team: 'owner', role: 'member' } },
  giver: { tier: 'team', team: true },
  guest: { tier: 'free' },
  drifter: { tier: 'pro' },
  quitter: { tier: 'pro' },
  newcomer: { tier: 'free' },
  outsider: { tier: 'free' },
  enroller: { tier: 'free' },
  guarded: { tier: 'pro', app: true },
  keymaker: { tier: 'free' },
};

/** The personas that share a tenant with another. */
const TENANTS: Readonly<Record<string, string>> = { admin: 'owner', member: 'owner', leaver: 'owner', guest: 'owner' };

/** The tenant a persona belongs to, by the name of its first member. */
export const tenantOf = (persona: string): string => TENANTS[persona] ?? persona;
