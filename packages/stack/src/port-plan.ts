import { readPortChoice } from '@tripline/service';

/** The first port of everything that a local stack starts. */
export const FIRST_PORTS = {
  dashboard: 4000,
  rules: 4001,
  coverage: 4002,
  mailPage: 4003,
  smtp: 4004,
  awsSample: 4005,
  rulesAdmin: 4101,
  coverageAdmin: 4102,
  scanWorkerAdmin: 4103,
  rulesWorkerAdmin: 4104,
  dashboardAdmin: 4105,
  postgres: 54_321,
  redis: 63_791,
} as const;

/** A further copy on the machine takes ports with the same last digit, so that the ports of two servers never meet: 4000, 4010, … 4090. */
const STEP = 10;
const COPIES = 10;

/** The ports that a server tries, in order; after those of ten copies, any free one. */
export function portsFrom(first: number): readonly number[] {
  if (first === 0) return [0];
  const planned = Array.from({ length: COPIES }, (_, copy) => first + copy * STEP);
  return [...planned.filter((port) => port <= 65_535), 0];
}

/**
 * The ports that a setting asks for: a port as {@link portsFrom}, a range as it is.
 * @param name the setting's name, for the message
 * @throws Error when it is neither
 */
export function portsOfSetting(name: string, text: string): readonly number[] {
  const choice = readPortChoice(text);
  if (choice === undefined)
    throw new Error(
      `${name} is "${text}". It takes a port up to 65535, 0 for any free one, or a range such as 4001-4100.`,
    );
  if (typeof choice === 'number') return portsFrom(choice);
  return Array.from({ length: choice.last - choice.first + 1 }, (_, index) => choice.first + index);
}
