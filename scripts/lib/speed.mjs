// How fast this machine is just now, so that seconds of different machines and hours can be read beside each other.

/** Rounds a second of the machine on which the figures of 2026-11-24 were taken: about, since it was found by comparison on a busy machine. */
const REFERENCE = 1250;
const ROUNDS_MS = 400;

/** A small measure of the product's kind of work in one thread, the median of five. @returns 1 for a machine like the reference, 0.5 for half as fast */
export function machineSpeed() {
  const lines = Array.from({ length: 2000 }, (_one, at) =>
    JSON.stringify({
      id: at % 40,
      image: `C:\\Windows\\prog${at % 97}.exe`,
      command: `prog${at % 97}.exe /c "do ${at}"`,
    }),
  );
  const round = () => {
    const seen = new Map();
    for (const line of lines) {
      const { command, image } = JSON.parse(line);
      if (/\\prog\d+\.exe$/i.test(image) && command.includes('/c')) seen.set(image, (seen.get(image) ?? 0) + 1);
    }
    return seen.size;
  };
  for (let warm = 0; warm < 30; warm += 1) round();
  const rates = Array.from({ length: 5 }, () => {
    const started = performance.now();
    let rounds = 0;
    for (; performance.now() - started < ROUNDS_MS; rounds += 1) round();
    return (rounds * 1000) / (performance.now() - started);
  }).sort((one, other) => one - other);
  return rates[2] / REFERENCE;
}
