// Preloaded into a process whose clock is to be wrong: `Date` is off by CLOCK_SHIFT_MS. Timers are not, as with a clock that was set.
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct(target, given: unknown[], newTarget) {
    return Reflect.construct(target, given.length === 0 ? [target.now() + shiftMs] : given, newTarget);
  },
  get(target, name, receiver) {
    return name === 'now' ? () => target.now() + shiftMs : Reflect.get(target, name, receiver);
  },
}) as DateConstructor;
