import { groupBy } from '../../draft/text.js';
import type { ProductEvent, Span } from '../../model.js';
import { once } from '../../once.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { mentionsOf, PLANES, planeMentions } from '../planes.js';

/** A product with an audit log of its own. */
export type Product = ProductEvent['product'];

/** The products, in the order in which they are read. */
export const PRODUCTS: readonly Product[] = ['github', 'google-workspace', 'm365'];

/** How often a text names each product, and how often the cloud, cluster or identity provider that it names most. */
interface Named {
  readonly own: Readonly<Record<Product, number>>;
  readonly plane: number;
}

/** For a place in a passage, whether its words may tell events of a product. */
export type Meant = (passage: Passage, product: Product, at: Span) => boolean;

/**
 * Whether words mean a product: their sentence names it at least as often as any other product or cloud, else their passage does. Where that names
 * none of them, its section decides: the blocks under the same headings and these headings, which must name it often for their length.
 */
export function meantIn(passages: readonly Passage[]): Meant {
  const sections = once(() => sectionsOf(passages));
  return (passage, product, at) => {
    const { start, end } = sentenceAround(passage.text, at.start, at.end);
    for (const text of [passage.text.slice(start, end), passage.text]) {
      const here = namesIn(text);
      if (here.plane > 0 || PRODUCTS.some((each) => here.own[each] > 0)) return isMost(product, here);
    }
    const section = sections().get(passage);
    if (section === undefined) return false;
    section.named ??= namesIn(section.text);
    const often = Math.min(OFTEN, Math.ceil(section.text.length / CHARACTERS_PER_NAME));
    return section.named.own[product] >= often && isMost(product, section.named);
  };
}

/** As often as this a long section must name the product, and a shorter one once for each so many characters. */
const OFTEN = 4;
const CHARACTERS_PER_NAME = 4000;

function isMost(product: Product, { own, plane }: Named): boolean {
  return own[product] > 0 && own[product] >= Math.max(plane, ...Object.values(own));
}

function namesIn(text: string): Named {
  const counted = PRODUCTS.map((product) => [product, mentionsOf(product, text)]);
  const own = Object.fromEntries(counted) as Record<Product, number>;
  const planes = planeMentions(text);
  // Entra's own names are counted: its list also has those of Microsoft 365, whose accounts it keeps.
  const most = Math.max(...PLANES.map((plane) => (plane === 'entra' ? planes.entra - own.m365 : planes[plane])));
  return { own, plane: Math.max(0, most) };
}

interface Section {
  readonly text: string;
  named?: Named;
}

function sectionsOf(passages: readonly Passage[]): ReadonlyMap<Passage, Section> {
  const groups = groupBy(passages, ({ block }) => block.headings.join('\n'));
  const sections = new Map<Passage, Section>();
  for (const [headings, group] of groups) {
    const section = { text: [headings, ...group.map(({ text }) => text)].join('\n') };
    for (const passage of group) sections.set(passage, section);
  }
  return sections;
}

/** Products whose log's names also stand beside things that others have too, such as mailboxes. */
const WITH_THINGS: readonly Product[] = ['m365', 'google-workspace'];

/** Whether a text has what stands for a product beside a name that its log has: the product's own names, or such things. */
export function standsFor(product: Product, text: string): boolean {
  return mentionsOf(product, text) > 0 || (WITH_THINGS.includes(product) && mentionsOf(`${product}-things`, text) > 0);
}
