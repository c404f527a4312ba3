/** How a persona comes to be. */
interface Persona {
  readonly tier: string;
  readonly expired?: true;
  /** Whose team it joins. */
  readonly joins?: { readonly team: string; readonly role: string };
  /** Has an authenticator app. */
  readonly app?: true;
  /** Makes a team of its own. */
  readonly team?: true;
}

/** Those whose requests change who they are (a password, a team) are apart from those whose things others look at. */
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
};

/** Who shares what with whom. */
const TENANTS: Readonly<Record<string, string>> = { admin: 'owner', member: 'owner', leaver: 'owner', guest: 'owner' };

/** The tenant a persona belongs to, by the name of its first member. */
export const tenantOf = (persona: string): string => TENANTS[persona] ?? persona;
