/// <reference lib="dom" />

import type { Page } from 'playwright-core';

/** What may lie over or stick out of something else, and why. At most ten. */
export const EXCLUDED: readonly { readonly selector: string; readonly because: string }[] = [
  { selector: '[data-live-announcer]', because: 'what React Aria says aloud is not drawn' },
  { selector: '[class*="_skip-link"]', because: 'a way past the menu lies above the page while it has the focus' },
  { selector: '[role="tooltip"]', because: 'a hint lies above what it is about' },
  { selector: '[class*="_editor"]', because: 'the coloured text of an editor lies below the field that is typed into' },
  { selector: 'svg text', because: 'words of a chart stand on its drawing, which has no boxes' },
];

/** A rectangle, a word of what is in it, and the element that it belongs to. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly of: Element;
  readonly words: string;
}

/**
 * What is wrong with the layout of the page as it is drawn: words or controls that lie over each other, words that stick out of a box around them or are cut
 * by it, and a page that scrolls sideways.
 * @returns a sentence for each fault, at most 20
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(
    findFaults,
    EXCLUDED.map(({ selector }) => selector),
  );

/** Runs in the page, and so knows nothing of this module. */
function findFaults(excluded: readonly string[]): string[] {
  const { document, getComputedStyle, innerWidth } = globalThis as unknown as Window & typeof globalThis;
  const NEAR = 1.5;
  const faults: string[] = [];
  const isExcluded = (element: Element): boolean => excluded.some((selector) => element.closest(selector) !== null);
  const styleOf = new Map<Element, CSSStyleDeclaration>();
  const style = (element: Element): CSSStyleDeclaration => {
    let found = styleOf.get(element);
    if (found === undefined) {
      found = getComputedStyle(element);
      styleOf.set(element, found);
    }
    return found;
  };
  const parents = (element: Element): Element[] => {
    const all: Element[] = [];
    for (let at: Element | null = element; at !== null; at = at.parentElement) all.push(at);
    return all;
  };
  const isDrawn = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    parents(element).every((one) => !style(one).clipPath.startsWith('inset(50%'));
  const name = ({ of, words }: Box): string =>
    `${of.localName}.${String(of.getAttribute('class') ?? '').split(' ')[0]} “${words.trim().slice(0, 40)}”`;

  /** What is left of a rectangle within all that scrolls or cuts around it. */
  const cut = (rect: DOMRect, element: Element, words: string): Box | undefined => {
    let { bottom, left, right, top } = rect;
    for (const one of parents(element)) {
      if (style(one).overflowX === 'visible' || one === document.documentElement || one === document.body) continue;
      const frame = one.getBoundingClientRect();
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
    }
    return right - left > NEAR && bottom - top > NEAR ? { bottom, left, right, top, of: element, words } : undefined;
  };

  /** Words stand within every box around them, up to one that scrolls or is placed by itself. */
  const checkWithin = (rect: DOMRect, element: Element, words: string): void => {
    for (const one of parents(element)) {
      const { display, overflowX, position, textOverflow } = style(one);
      if (display === 'inline' || display === 'contents') continue;
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return;
      const frame = one.getBoundingClientRect();
      if (rect.right > frame.right + NEAR || rect.left < frame.left - NEAR) {
        const box = { ...frame, of: one, words: '' } as unknown as Box;
        faults.push(`“${words.trim().slice(0, 40)}” sticks out of ${name(box)}`);
        return;
      }
      if (position === 'absolute' || position === 'fixed') return;
    }
  };

  const boxes: Box[] = [];
  const walker = document.createTreeWalker(document.body, 4);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent ?? '';
    if (element === null || words.trim() === '' || ['SCRIPT', 'STYLE', 'OPTION', 'TITLE'].includes(element.tagName))
      continue;
    if (isExcluded(element) || !isDrawn(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < NEAR) continue;
      checkWithin(rect, element, words);
      // The room that a typeface keeps above and below its letters may be another line's.
      const { height, left, top, width } = rect;
      const box = cut(new DOMRect(left, top + height * 0.2, width, height * 0.6), element, words);
      if (box !== undefined) boxes.push(box);
    }
  }
  for (const control of document.querySelectorAll(
    'button, a[href], input, textarea, select, [role="radio"], summary',
  )) {
    if (isExcluded(control) || !isDrawn(control) || style(control).display === 'inline') continue;
    const box = cut(
      control.getBoundingClientRect(),
      control,
      control.getAttribute('aria-label') ?? control.textContent ?? '',
    );
    if (box !== undefined) boxes.push(box);
  }

  /** Two boxes share a layer where nothing around one of them alone is placed above the page. */
  const layer = (element: Element): Element | undefined =>
    parents(element).find((one) => ['fixed', 'sticky', 'absolute'].includes(style(one).position));
  const layers = new Map<Element, Element | undefined>();
  const layerOf = (element: Element): Element | undefined => {
    if (!layers.has(element)) layers.set(element, layer(element));
    return layers.get(element);
  };
  boxes.sort((a, b) => a.top - b.top);
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1)) {
      if (b.top >= a.bottom - NEAR) break;
      if (b.left >= a.right - NEAR || a.left >= b.right - NEAR) continue;
      if (a.of === b.of || a.of.contains(b.of) || b.of.contains(a.of) || layerOf(a.of) !== layerOf(b.of)) continue;
      // A label's field is drawn by the label's own box.
      const label = a.of.closest('label');
      if (label !== null && label === b.of.closest('label')) continue;
      faults.push(`${name(a)} lies over ${name(b)}`);
    }
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide in a window of ${innerWidth}`);
  return [...new Set(faults)].slice(0, 20);
}
