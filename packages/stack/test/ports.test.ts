import { FIRST_PORTS, portsFrom } from '@tripline/stack';

test('no port is planned for two servers, of this copy or of the others beside it, and after all of them any free one is taken', () => {
  const planned = Object.entries(FIRST_PORTS).flatMap(([name, first]) =>
    portsFrom(first).map((port) => [name, port] as const),
  );
  const owners = new Map<number, Set<string>>();
  for (const [name, port] of planned.filter(([, each]) => each !== 0))
    owners.set(port, (owners.get(port) ?? new Set()).add(name));
  expect([...owners].filter(([, names]) => names.size > 1)).toEqual([]);
  for (const first of Object.values(FIRST_PORTS)) {
    expect(portsFrom(first)[0]).toBe(first);
    expect(portsFrom(first).at(-1)).toBe(0);
  }
});
