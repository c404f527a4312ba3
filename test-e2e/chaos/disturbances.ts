import type { TestServers } from '@tripline/stack';
import type { Dice } from '../fuzz/dice.js';
import type { Supervised } from './supervisor.js';

/** One fault that a run causes. */
export interface Disturbance {
  readonly name: string;
  strike(): Promise<void>;
}

/** What a run can disturb. */
export interface Victims {
  readonly processes: readonly Supervised[];
  readonly servers: Pick<TestServers, 'restartPostgres' | 'restartRedis'>;
  /** Deletes everything in Redis. */
  flushRedis(): Promise<void>;
  /** Closes every connection of the services to Postgres. */
  cutConnections(): Promise<void>;
}

/** Shifts of a clock, in minutes. */
const CLOCKS = [-10, -3, 3, 10];

/**
 * Plans `kills` kills, over all processes in turn, and `others` disturbances of each other kind, in a random order. Every process is killed
 * at least once if there are enough kills.
 */
export function planDisturbances(victims: Victims, dice: Dice, kills: number, others: number): readonly Disturbance[] {
  const { processes, servers } = victims;
  const plan: Disturbance[] = [];
  for (let at = 0; at < kills; at += 1) {
    const victim = processes[at % processes.length] as Supervised;
    plan.push({ name: `${victim.name} killed`, strike: () => victim.kill() });
  }
  for (let at = 0; at < others; at += 1) {
    const victim = dice.of(processes);
    const minutes = dice.of(CLOCKS);
    plan.push(
      { name: 'Redis flushed', strike: victims.flushRedis },
      { name: 'Redis restarted', strike: () => servers.restartRedis() },
      { name: 'Postgres restarted', strike: () => servers.restartPostgres() },
      { name: 'connections to Postgres cut', strike: victims.cutConnections },
      {
        name: `${victim.name} killed, its clock ${minutes} minutes wrong`,
        strike: () => victim.kill(minutes * 60_000),
      },
    );
  }
  for (let at = plan.length - 1; at > 0; at -= 1) {
    const other = dice.below(at + 1);
    [plan[at], plan[other]] = [plan[other] as Disturbance, plan[at] as Disturbance];
  }
  return plan;
}
