import { randomUUID } from 'node:crypto';
import { mintKey, type Tier } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { type Belongings, insertBelongings } from './belongings.js';
import { ADMIN_TOKEN } from './both-services.js';
import { accessToken, insertInvitation, insertPerson, insertTeam, type Person, sha256 } from './people.js';

/** A caller with the things that its requests name. */
export interface AccessCaller {
  readonly person: Person;
  readonly credential: { readonly kind: 'none' | 'bearer' | 'key'; readonly value: string };
  readonly things: Belongings;
  /** A member of the team whose things those are, and its pending invitation; of a team elsewhere for callers in none. */
  readonly targetId: string;
  readonly invitationId: string;
  /** Of an invitation to the caller's address, by a team elsewhere. */
  readonly invitationToken: string;
  readonly verifyToken: string;
  readonly resetToken: string;
}

type Place = 'alone' | 'owner' | 'admin' | 'member' | 'ex-member' | 'stranger';
type Credential =
  | 'jwt'
  | 'key'
  | 'none'
  | 'forged'
  | 'expired'
  | 'ended session'
  | 'unknown key'
  | 'revoked key'
  | 'admin token';

interface Kind {
  readonly tier: Tier;
  readonly place?: Place;
  readonly credential?: Credential;
  readonly unverified?: true;
  /** Whose subscription has run out: the caller's, or that of the team's owner. */
  readonly lapsed?: 'caller' | 'owner';
}

/** Every kind of caller, by its column in access-table.txt. The tier is the caller's own: a team lends its members more. */
export const CALLER_KINDS: Readonly<Record<string, Kind>> = {
  none: { tier: 'enterprise', credential: 'none' },
  forged: { tier: 'enterprise', credential: 'forged' },
  expired: { tier: 'enterprise', credential: 'expired' },
  'signed-out': { tier: 'enterprise', credential: 'ended session' },
  'unknown-key': { tier: 'enterprise', credential: 'unknown key' },
  'revoked-key': { tier: 'enterprise', credential: 'revoked key' },
  operator: { tier: 'enterprise', credential: 'admin token' },
  free: { tier: 'free' },
  individual: { tier: 'individual' },
  pro: { tier: 'pro' },
  team: { tier: 'team' },
  enterprise: { tier: 'enterprise' },
  unverified: { tier: 'enterprise', unverified: true },
  owner: { tier: 'team', place: 'owner' },
  admin: { tier: 'free', place: 'admin' },
  member: { tier: 'free', place: 'member' },
  'ex-member': { tier: 'team', place: 'ex-member' },
  stranger: { tier: 'team', place: 'stranger' },
  'lapsed-owner': { tier: 'team', place: 'owner', lapsed: 'owner' },
  'lapsed-member': { tier: 'pro', place: 'member', lapsed: 'owner' },
  'key-lapsed': { tier: 'pro', credential: 'key', lapsed: 'caller' },
  'key-individual': { tier: 'individual', credential: 'key' },
  'key-pro': { tier: 'pro', credential: 'key' },
  'key-owner': { tier: 'team', place: 'owner', credential: 'key' },
  'key-member': { tier: 'free', place: 'member', credential: 'key' },
  'key-enterprise': { tier: 'enterprise', credential: 'key' },
};

/** Makes a caller of a kind, with everything its requests name; nothing of it is anybody else's. */
export async function makeCaller(db: Knex, kindName: string, passwordHash: string): Promise<AccessCaller> {
  const kind = CALLER_KINDS[kindName];
  if (kind === undefined) throw new Error(`there is no kind of caller "${kindName}"`);
  const { tier, place = 'alone' } = kind;
  const lapsed = kind.lapsed === 'caller' || (kind.lapsed === 'owner' && place === 'owner');
  const person = await insertPerson(db, tier, { passwordHash, lapsed, ...(kind.unverified && { unverified: true }) });
  const [host, target] = [
    await insertPerson(db, 'team', { passwordHash }),
    await insertPerson(db, 'team', { passwordHash }),
  ];
  const hosts = await insertTeam(db, [[host, 'owner']]);
  const invited = await insertInvitation(db, hosts, person.email);
  const { teamId, madeBy } = await teamFor(db, kind, place, { person, target, passwordHash });
  const pending = await insertInvitation(db, teamId ?? hosts, `somebody-${randomUUID()}@example.test`);
  const things = await insertBelongings(db, madeBy, teamId);
  const [verifyToken, resetToken] = [randomUUID(), randomUUID()];
  await db('auth.one_time_tokens').insert([
    { ...oneTimeToken(db, person, verifyToken, 'verify-email'), password_hash: passwordHash },
    { ...oneTimeToken(db, person, resetToken, 'reset-password'), password_hash: null },
  ]);
  return {
    ...{ person, things, targetId: target.id, invitationId: pending.id, invitationToken: invited.token },
    ...{ verifyToken, resetToken, credential: await credentialOf(db, kind, person) },
  };
}

/** The team that has the things, and who made them. A plain member names what others made. */
async function teamFor(
  db: Knex,
  { lapsed }: Kind,
  place: Place,
  { person, target, passwordHash }: { readonly person: Person; readonly target: Person; readonly passwordHash: string },
): Promise<{ readonly teamId: string | null; readonly madeBy: string }> {
  if (place === 'alone') return { teamId: null, madeBy: person.id };
  if (place === 'owner') {
    const teamId = await insertTeam(db, [
      [person, 'owner'],
      [target, 'member'],
    ]);
    return { teamId, madeBy: person.id };
  }
  const owner = await insertPerson(db, 'team', { passwordHash, lapsed: lapsed === 'owner' });
  const inside = place === 'admin' || place === 'member';
  const teamId = await insertTeam(db, [
    [owner, 'owner'],
    [target, 'member'],
    ...(inside ? [[person, place] as const] : []),
  ]);
  if (place === 'stranger') await insertTeam(db, [[person, 'owner']]);
  // What somebody made in a team stays the team's when they leave.
  return { teamId, madeBy: place === 'ex-member' ? person.id : owner.id };
}

const oneTimeToken = (db: Knex, { id }: Person, token: string, purpose: string) => ({
  ...{ token_hash: sha256(token), user_id: id, purpose },
  expires_at: db.raw("now() + interval '1 hour'"),
});

async function credentialOf(
  db: Knex,
  { credential = 'jwt' }: Kind,
  person: Person,
): Promise<AccessCaller['credential']> {
  const bearer = (value: string) => ({ kind: 'bearer', value }) as const;
  const key = (value: string) => ({ kind: 'key', value }) as const;
  switch (credential) {
    case 'none':
      return { kind: 'none', value: '' };
    case 'jwt':
      return bearer(person.jwt);
    case 'forged':
      return bearer(accessToken(person.id, person.sessionId, 'a secret of somebody else, of good length'));
    case 'expired':
      return bearer(accessToken(person.id, person.sessionId, undefined, -60));
    case 'ended session':
      await db('auth.token_families').where({ id: person.sessionId }).update({ revoked_at: db.fn.now() });
      return bearer(person.jwt);
    case 'admin token':
      return bearer(ADMIN_TOKEN);
    case 'unknown key':
      return key(mintKey('tripline').key);
    case 'key':
      return key(person.key);
    case 'revoked key':
      await db('auth.api_keys').where({ user_id: person.id }).update({ revoked_at: db.fn.now() });
      return key(person.key);
  }
}
