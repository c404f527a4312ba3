// Preloaded into a process that is to have a wrong clock: it shifts `Date` by CLOCK_SHIFT_MS. Timers keep running normally, as when
// somebody sets a clock.
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
