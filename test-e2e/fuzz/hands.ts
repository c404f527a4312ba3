import type { AwsSample } from '@tripline/aws-sample';
import type { Person, SignUp } from '../people/person.js';

/** What the world needs. */
export interface WorldOptions extends SignUp {
  /** The AWS stand-in. Each of its accounts serves one cloud account. */
  readonly aws: AwsSample;
  /** Ids of the stand-in's accounts. */
  readonly awsAccounts: readonly string[];
  /** The address of a Splunk. */
  readonly siemUrl: string;
  /** Has the operator make a link that signs somebody in. */
  readonly signInLink: (email: string) => Promise<string>;
  /** Reports what could not be made although no service refused it. */
  readonly report: { trouble(sentence: string): void };
}

/** What the rules service wraps an answer in. */
export interface Data<T> {
  readonly data: T;
}

/** By the names of things, how a persona gets one. */
export type Makers = Readonly<Record<string, (name: string) => Promise<string>>>;

/** What belongs to one ticket: a request gets all of it from one round of calls. */
export interface Round {
  readonly ticket: string;
  readonly parts: Readonly<Record<string, string>>;
}

/** What makers of things have to work with. Each takes the name of a persona first. */
export interface Hands {
  readonly options: WorldOptions;
  /** The address of a path of the rules service. */
  rules(path: string): string;
  /** Sends a request, `METHOD /path`, with the persona's session: a path below `/v1/` to the rules service, others to the coverage service. */
  as<T>(persona: string, operation: string, body?: unknown): Promise<T>;
  person(persona: string): Promise<Person>;
  /** A text that only this persona's tenant writes. */
  marker(persona: string): string;
  value(persona: string, thing: string): Promise<string>;
  /** Invites an address into a persona's team, and gives the token that was mailed. */
  invite(team: string, email: string, role?: string): Promise<string>;
  /** Keeps what a round gave, so that a request gets all of it from one. */
  keep(persona: string, ticket: string, round: Round): void;
  /** Makers of things that one round of calls gives together. */
  ofRound(parts: readonly string[], round: (persona: string) => Promise<void>): Makers;
  /** Ends what waits for a webhook, so that it can be sent again. */
  failWaiting(persona: string, webhook: string): Promise<void>;
}

/** Thrown when other requests have meanwhile changed what the thing would be made of. */
export class NoneThereError extends Error {}

/** The id of what a list has. @throws NoneThereError where it has none */
export const idOf = (found: { id: string } | undefined): string => {
  if (found === undefined) throw new NoneThereError('there is none in the list');
  return found.id;
};
