import { TooManyRequestsError, UnavailableError } from './errors.js';

const RETRY_AFTER_SECONDS = 5;

/** Bounds of {@link createFairTurns}. */
export interface FairTurnsBounds {
  /** Turns in use at once. */
  readonly places: number;
  /**
   * The most turns that each lane may use at once, by its name, the lane that comes first before the others. A lane with less than all
   * places leaves the rest to the others. Without lanes there is one.
   */
  readonly lanes?: Readonly<Record<string, number>>;
  /** How many may wait in one lane, of all owners. */
  readonly waiting: number;
  /** How many of one owner may wait, where nothing else bounds that. */
  readonly waitingPerOwner?: number;
  /** The longest wait while no turn begins in the lane: whoever waits in a queue that moves is served in the end. */
  readonly waitMs: number;
}

/** Turns for work of this process that cannot all run at once, shared fairly between the owners it is done for. */
export interface FairTurns {
  /**
   * Waits for a turn. A free place goes to a lane with nothing at work, else to the first lane that may use one. Within the lane it goes to the
   * owner with the fewest at work; of several, to the one whose last turn began longest ago, where arriving counts like a turn begun just before.
   * Where as many wait in the lane as may, the last of the owner with most is turned away, if that leaves them no fewer than this one has.
   * @throws TooManyRequestsError when as many of this owner's wait as may
   * @throws UnavailableError when as many wait as may, or the lane has not moved for too long; the signal's reason when it is aborted before
   */
  take(owner: string, signal?: AbortSignal, lane?: string): Promise<void>;
  /** Ends a turn of the owner's in the lane it was taken in. */
  giveBack(owner: string, lane?: string): void;
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

/** A lane with its owners. */
interface Lane {
  readonly most: number;
  readonly owners: Map<string, Owner>;
  taken: number;
  waiting: number;
  /** When a turn last began, by `performance.now`. */
  movedAt: number;
}

/** The lane where there is only one. */
const ONLY = 'all';

/** Makes a number of places with a queue. */
export function createFairTurns(bounds: FairTurnsBounds): FairTurns {
  const lanes = new Map(
    Object.entries(bounds.lanes ?? { [ONLY]: bounds.places }).map(([name, most]): [string, Lane] => [
      name,
      { most, owners: new Map(), taken: 0, waiting: 0, movedAt: 0 },
    ]),
  );
  let taken = 0;
  let turns = 0;

  const begin = (lane: Lane, owner: Owner): void => {
    taken += 1;
    turns += 1;
    lane.taken += 1;
    lane.movedAt = performance.now();
    owner.atWork += 1;
    owner.lastTurn = turns;
  };
  const ownerOf = ({ owners }: Lane, name: string): Owner => {
    const turnsOf = owners.get(name) ?? { atWork: 0, lastTurn: turns - 0.5, waiting: new Set() };
    owners.set(name, turnsOf);
    return turnsOf;
  };

  return {
    async take(name, signal, laneName = ONLY) {
      signal?.throwIfAborted();
      const lane = laneOf(lanes, laneName);
      const owner = ownerOf(lane, name);
      if (taken < bounds.places && lane.taken < lane.most) {
        begin(lane, owner);
        return;
      }
      try {
        if (bounds.waitingPerOwner !== undefined && owner.waiting.size >= bounds.waitingPerOwner)
          throw tooMany(owner.waiting.size);
        if (lane.waiting >= bounds.waiting) makeRoom(lane, owner);
        await waitIn(lane, owner, { waitMs: bounds.waitMs, begin: () => begin(lane, owner), signal });
      } catch (error) {
        forgetIfIdle(lane, name, owner);
        throw error;
      }
    },
    giveBack(name, laneName = ONLY) {
      const lane = laneOf(lanes, laneName);
      const owner = ownerOf(lane, name);
      taken -= 1;
      lane.taken -= 1;
      owner.atWork -= 1;
      const [first] = nextOwner([...lanes.values()])?.waiting ?? [];
      first?.enter();
      forgetIfIdle(lane, name, owner);
    },
    taken: () => taken,
    waiting: () => [...lanes.values()].reduce((sum, lane) => sum + lane.waiting, 0),
  };
}

/**
 * Waits in a lane until a turn begins.
 * @throws UnavailableError when the lane has not moved for `waitMs`, or the place is given to another; the signal's reason once it is aborted
 */
function waitIn(
  lane: Lane,
  owner: Owner,
  { begin, signal, waitMs }: { begin: () => void; signal: AbortSignal | undefined; waitMs: number },
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const settle = (outcome: () => void) => () => {
      owner.waiting.delete(place);
      lane.waiting -= 1;
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      outcome();
    };
    const enter = settle(() => {
      begin();
      resolve();
    });
    const turnAway = settle(() => reject(allBusy()));
    const place: Waiting = { enter, turnAway };
    const leave = settle(() => reject(signal?.reason));
    const asked = performance.now();
    const giveUpUnlessMoved = (): void => {
      const still = waitMs - (performance.now() - Math.max(asked, lane.movedAt));
      if (still <= 0) turnAway();
      else timer = setTimeout(giveUpUnlessMoved, Math.ceil(still));
    };
    let timer = setTimeout(giveUpUnlessMoved, waitMs);
    owner.waiting.add(place);
    lane.waiting += 1;
    signal?.addEventListener('abort', leave);
  });
}

function laneOf(lanes: ReadonlyMap<string, Lane>, name: string): Lane {
  const lane = lanes.get(name);
  if (lane === undefined) throw new Error(`there is no lane "${name}"`);
  return lane;
}

function forgetIfIdle({ owners }: Lane, name: string, owner: Owner): void {
  if (owner.atWork === 0 && owner.waiting.size === 0) owners.delete(name);
}

/** Whose turn it is: of the lane that has nobody at work, else of the first that may have more. */
function nextOwner(lanes: readonly Lane[]): Owner | undefined {
  const open = lanes.filter((lane) => lane.waiting > 0 && lane.taken < lane.most);
  const lane = open.find((each) => each.taken === 0) ?? open[0];
  let first: Owner | undefined;
  for (const owner of lane?.owners.values() ?? []) {
    if (owner.waiting.size > 0 && (first === undefined || comesBefore(owner, first))) first = owner;
  }
  return first;
}

/** @throws UnavailableError where no other owner has more waiting than this one would have */
function makeRoom({ owners }: Lane, newcomer: Owner): void {
  let most = newcomer;
  for (const owner of owners.values()) if (owner.waiting.size > most.waiting.size) most = owner;
  if (most.waiting.size <= newcomer.waiting.size + 1) throw allBusy();
  [...most.waiting].at(-1)?.turnAway();
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
