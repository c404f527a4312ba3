import { storableText } from '@tripline/service';
import { changed, type Place, placesIn, valueAt } from './json-places.js';
import type { Plan } from './plan.js';

/** A text field of an operation: in the body, in the query or in the path. */
export interface TextField {
  readonly name: string;
  /** Valid requests that have the field. */
  readonly plans: readonly Plan[];
  /** Gives one of them with another text in the field, otherwise unchanged. */
  withText(plan: Plan, text: string): Plan;
  /** Describes a successful answer that shows another text than was sent; undefined if it shows the same. */
  notStoredWhole(text: string, answer: Buffer): string | undefined;
}

/** Gives every text field in an operation's valid requests, and every parameter. */
export function textFields(plans: readonly Plan[]): readonly TextField[] {
  const inBody = new Map<string, { readonly plan: Plan; readonly place: Place }[]>();
  for (const plan of plans) {
    for (const place of placesIn(plan.body)) {
      if (typeof valueAt(plan.body, place) !== 'string') continue;
      const name = place.map((key) => (typeof key === 'number' ? '[]' : key)).join('.');
      inBody.set(name, [...(inBody.get(name) ?? []), { plan, place }]);
    }
  }
  const [first] = plans;
  const query = first?.operation.parameters.filter(({ in: where }) => where === 'query') ?? [];
  const segments = [...(first?.segments.keys() ?? [])].filter((at) => first?.segments[at]?.startsWith('{{'));
  return [
    ...[...inBody].map(([name, found]) => bodyField(name, new Map(found.map(({ place, plan }) => [plan, place])))),
    ...query.map(({ name }) =>
      parameter(`the parameter ${name}`, plans, (plan, text) => ({
        query: [...plan.query.filter(([each]) => each !== name), [name, text] as const],
      })),
    ),
    ...segments.map((at) =>
      parameter('the path', plans, ({ segments: old }, text) => ({
        segments: old.map((each, index) => (index === at ? encodeURIComponent(text) : each)),
      })),
    ),
  ];
}

function bodyField(name: string, places: ReadonlyMap<Plan, Place>): TextField {
  return {
    name,
    plans: [...places.keys()],
    withText: (plan, text) => ({
      ...plan,
      body: changed(plan.body, places.get(plan) ?? [], () => text),
      broken: [`odd text at ${name}`],
    }),
    notStoredWhole(text, answer) {
      // A token in the answer is newly made, not the one sent.
      const shown = name.endsWith('oken') ? undefined : shownIn(answer)?.[name];
      const whole = [text, text.trim(), storableText(text), storableText(text).trim()];
      return typeof shown !== 'string' || whole.includes(shown)
        ? undefined
        : `${name} is shown as ${JSON.stringify(shown.slice(0, 120))}, not as it was sent`;
    },
  };
}

function parameter(
  name: string,
  plans: readonly Plan[],
  place: (plan: Plan, text: string) => Partial<Plan>,
): TextField {
  return {
    name,
    plans,
    withText: (plan, text) => ({ ...plan, ...place(plan, inAddress(text)), broken: [`odd text in ${name}`] }),
    notStoredWhole: () => undefined,
  };
}

/** Addresses are no longer than this, and hold no half of a surrogate pair. */
const inAddress = (text: string): string => text.slice(0, 1_500).replaceAll(/\p{Cs}/gu, '\ufffd');

/** Gives the fields of a JSON answer, without its envelope. */
function shownIn(answer: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed = JSON.parse(answer.toString('utf8')) as { data?: object };
    return (parsed.data ?? parsed) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
