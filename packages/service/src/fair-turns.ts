import { TooManyRequestsError, UnavailableError } from './errors.js';

const RETRY_AFTER_SECONDS = 5;

/** Bounds of {@link createFairTurns}. */
export interface FairTurnsBounds {
  /** Turns in use at once. */
  readonly places: number;
  /** How many may wait, of all owners. */
  readonly waiting: number;
  /** How many of one owner may wait, where nothing else bounds that. */
  readonly waitingPerOwner?: number;
  /** The longest wait. */
  readonly waitMs: number;
}

/** Turns for work of this process that cannot all run at once, shared fairly between the owners it is done for. */
export interface FairTurns {
  /**
   * Waits for a turn. A free place goes to the owner with the fewest at work; of several, to the one whose last turn began longest ago, where
   * arriving counts like a turn begun just before. Where as many wait as may, the last of the owner with most is turned away, if that leaves them
   * no fewer than this one has.
   * @throws TooManyRequestsError when as many of this owner's wait as may
   * @throws UnavailableError when as many wait as may, or no place came free in time; the signal's reason when it is aborted before
   */
  take(owner: string, signal?: AbortSignal): Promise<void>;
  /** Ends a turn of the owner's. */
  giveBack(owner: string): void;
  /** Turns begun and not given back, and those waited for. */
  taken(): number;
  waiting(): number;
}

/** A turn that is waited for. */
interface Waiting {
  enter(): void;
  turnAway(): void;
}

/** The state of an owner with turns in use or waiting. */
interface Owner {
  atWork: number;
  /** A counter over all owners: a smaller value is longer ago. */
  lastTurn: number;
  readonly waiting: Set<Waiting>;
}

/** Makes a number of places with a queue. */
export function createFairTurns(bounds: FairTurnsBounds): FairTurns {
  const owners = new Map<string, Owner>();
  let taken = 0;
  let waiting = 0;
  let turns = 0;

  const begin = (owner: Owner): void => {
    taken += 1;
    turns += 1;
    owner.atWork += 1;
    owner.lastTurn = turns;
  };
  const forgetIfIdle = (name: string, owner: Owner): void => {
    if (owner.atWork === 0 && owner.waiting.size === 0) owners.delete(name);
  };
  const ownerOf = (name: string): Owner => {
    const known = owners.get(name) ?? { atWork: 0, lastTurn: turns - 0.5, waiting: new Set() };
    owners.set(name, known);
    return known;
  };
  const next = (): Owner | undefined => {
    let first: Owner | undefined;
    for (const owner of owners.values()) {
      if (owner.waiting.size > 0 && (first === undefined || comesBefore(owner, first))) first = owner;
    }
    return first;
  };

  /** @throws UnavailableError where no other owner has more waiting than this one would have */
  const makeRoom = (newcomer: Owner): void => {
    let most = newcomer;
    for (const owner of owners.values()) if (owner.waiting.size > most.waiting.size) most = owner;
    if (most.waiting.size <= newcomer.waiting.size + 1) throw allBusy();
    [...most.waiting].at(-1)?.turnAway();
  };

  return {
    async take(name, signal) {
      signal?.throwIfAborted();
      const owner = ownerOf(name);
      if (taken < bounds.places) {
        begin(owner);
        return;
      }
      try {
        if (bounds.waitingPerOwner !== undefined && owner.waiting.size >= bounds.waitingPerOwner)
          throw tooMany(owner.waiting.size);
        if (waiting >= bounds.waiting) makeRoom(owner);
        await new Promise<void>((resolve, reject) => {
          const settle = (outcome: () => void) => () => {
            owner.waiting.delete(place);
            waiting -= 1;
            clearTimeout(timer);
            signal?.removeEventListener('abort', leave);
            outcome();
          };
          const enter = settle(() => {
            begin(owner);
            resolve();
          });
          const turnAway = settle(() => reject(allBusy()));
          const place: Waiting = { enter, turnAway };
          const leave = settle(() => reject(signal?.reason));
          const timer = setTimeout(turnAway, bounds.waitMs);
          owner.waiting.add(place);
          waiting += 1;
          signal?.addEventListener('abort', leave);
        });
      } catch (error) {
        forgetIfIdle(name, owner);
        throw error;
      }
    },
    giveBack(name) {
      const owner = ownerOf(name);
      taken -= 1;
      owner.atWork -= 1;
      const [first] = next()?.waiting ?? [];
      first?.enter();
      forgetIfIdle(name, owner);
    },
    taken: () => taken,
    waiting: () => waiting,
  };
}

const comesBefore = (one: Owner, other: Owner): boolean =>
  one.atWork < other.atWork || (one.atWork === other.atWork && one.lastTurn < other.lastTurn);

const allBusy = (): UnavailableError =>
  new UnavailableError(
    `All workers are busy and the queue is full. Try again in ${RETRY_AFTER_SECONDS} s.`,
    RETRY_AFTER_SECONDS,
  );

const tooMany = (waiting: number): TooManyRequestsError =>
  new TooManyRequestsError(
    `${waiting} of your requests wait here already; send the next when one of them has been answered.`,
    RETRY_AFTER_SECONDS,
  );
