import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ENGINE_HOUR_MS, type EngineTime, type WorkBook } from './work-book.js';

/** A book of this process alone. */
export function createLocalWorkBook(): WorkBook {
  const users = new Map<string, { readonly atWork: Set<string>; readonly waiting: Set<string> }>();
  const engineTime = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: ENGINE_HOUR_MS / 1000 });
  const readTime = async (userId: string): Promise<EngineTime> => {
    const used = await engineTime.get(userId);
    return { usedMs: used?.consumedPoints ?? 0, resetMs: used?.msBeforeNext ?? ENGINE_HOUR_MS };
  };
  return {
    async enter({ bounds, name, userId }) {
      const time = await readTime(userId);
      const { atWork, waiting } = users.get(userId) ?? { atWork: new Set<string>(), waiting: new Set<string>() };
      users.set(userId, { atWork, waiting });
      const answer = (outcome: 'entered' | 'waits' | 'crowded' | 'spent') => {
        if (outcome === 'entered') atWork.add(name);
        if (outcome === 'waits') waiting.add(name);
        else waiting.delete(name);
        return { outcome, engineTime: time, atWork: [...atWork] };
      };
      if (time.usedMs >= bounds.engineMs) return answer('spent');
      const mayEnter = waiting.has(name) || waiting.size === 0;
      if (atWork.size < bounds.places && mayEnter) return answer('entered');
      return answer(waiting.has(name) || waiting.size < bounds.waiting ? 'waits' : 'crowded');
    },
    async leave({ name, userId }, engineMs) {
      const user = users.get(userId);
      user?.atWork.delete(name);
      user?.waiting.delete(name);
      if (user?.atWork.size === 0 && user.waiting.size === 0) users.delete(userId);
      if (engineMs > 0) await engineTime.penalty(userId, engineMs);
    },
    async read(userId) {
      const user = users.get(userId);
      return {
        atWork: user?.atWork.size ?? 0,
        waiting: user?.waiting.size ?? 0,
        engineTime: await readTime(userId),
      };
    },
  };
}
