import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Tables with more rows than this have only those in the document that are in sight. */
export const LONG = 100;
/** Rows above and below what is in sight, so that Tab and a screen reader find the next one. */
const BEYOND = 10;
const ROW_HEIGHT = 40;

/** What a table's body has now: rows by their place, and the room of those that are left out. */
type Part =
  | { readonly kind: 'row'; readonly index: number }
  | { readonly kind: 'space'; readonly key: string; readonly height: number };

/**
 * Which rows of a table are in the document, and the keys that lead through the rest. Each row is as high as what it holds; columns keep the width that they had
 * at first, else they would jump while rows come and go; the row with the keyboard's focus stays, wherever it is.
 */
export function useRowWindow<T>({
  frame,
  body,
  isLong,
  rows,
  rowKey,
}: {
  frame: RefObject<HTMLElement | null>;
  body: RefObject<HTMLTableSectionElement | null>;
  isLong: boolean;
  rows: readonly T[];
  rowKey: (row: T) => string;
}) {
  const [focused, setFocused] = useState<number>();
  /** Where the focus is to go once its row is there. */
  const going = useRef<{ readonly index: number; readonly column: number }>(undefined);
  const before = useRef({ isLong, height: ROW_HEIGHT, scrolled: 0 });
  if (isLong && !before.current.isLong && frame.current !== null && body.current !== null) {
    // Rows were added to a short table, which the page scrolled. What the reader looks at stays in sight.
    before.current.height = body.current.offsetHeight / Math.max(1, body.current.rows.length);
    before.current.scrolled = Math.max(0, -frame.current.getBoundingClientRect().top);
  }
  const virtual = useVirtualizer({
    count: isLong ? rows.length : 0,
    enabled: isLong,
    getScrollElement: () => frame.current,
    estimateSize: () => before.current.height,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: BEYOND,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (focused === undefined || focused >= rows.length || shown.includes(focused)) return shown;
      return [...shown, focused].sort((one, other) => one - other);
    },
  });
  useLayoutEffect(() => {
    if (isLong && !before.current.isLong && frame.current !== null) frame.current.scrollTop = before.current.scrolled;
    before.current.isLong = isLong;
  }, [isLong, frame]);
  useLayoutEffect(() => {
    const { index, column } = going.current ?? {};
    const row = body.current?.querySelector<HTMLTableRowElement>(`tr[data-index="${index}"]`);
    if (column === undefined || row == null) return;
    going.current = undefined;
    row.cells[column]?.querySelector<HTMLElement>(CONTROLS)?.focus();
  });
  const widths = useFirstWidths(frame, isLong, virtual);

  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => setFocused(placeOf(target)?.index);
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const place = placeOf(event.target as HTMLElement);
    if (place === undefined || (event.target as HTMLElement).matches(OWN_ARROWS)) return;
    const index = rowAfter(event, place.index, rows.length - 1);
    if (index === undefined) return;
    event.preventDefault();
    going.current = { index, column: place.column };
    virtual.scrollToIndex(index);
    setFocused(index);
  };
  return {
    parts: isLong ? windowOf(virtual) : rows.map((_, index): Part => ({ kind: 'row', index })),
    widths: isLong ? widths : undefined,
    measure: virtual.measureElement,
    listeners: isLong ? { onFocus, onBlur, onKeyDown } : {},
  };
}

/** How wide the columns were at first, at the frame's width of now. */
function useFirstWidths(
  frame: RefObject<HTMLElement | null>,
  isLong: boolean,
  virtual: Pick<Virtualizer<HTMLElement, Element>, 'scrollRect' | 'range'>,
): readonly number[] | undefined {
  const [widths, setWidths] = useState<{ readonly columns: readonly number[]; readonly of: number }>();
  const width = virtual.scrollRect?.width;
  // Words that were measured before their typeface came are wider or narrower now.
  useEffect(() => {
    const measureAnew = (): void => setWidths(undefined);
    document.fonts.addEventListener('loadingdone', measureAnew);
    return () => document.fonts.removeEventListener('loadingdone', measureAnew);
  }, []);
  useLayoutEffect(() => {
    const head = frame.current?.querySelector('thead');
    if (!isLong || width === undefined) setWidths(undefined);
    else if (widths === undefined && head != null && virtual.range !== null)
      setWidths({
        // Columns that are left out on a narrow screen have none.
        columns: [...head.querySelectorAll('th')]
          .map((cell) => cell.getBoundingClientRect().width)
          .filter((one) => one > 0),
        of: width,
      });
    else if (widths !== undefined && widths.of !== width) setWidths(undefined);
  }, [frame, isLong, width, widths, virtual.range]);
  return widths?.columns;
}

const CONTROLS = 'a[href], button, input, summary';
/** What the arrows mean something in already. */
const OWN_ARROWS = 'input:not([type="checkbox"]), textarea, select, [role="menuitem"], [aria-haspopup]';

/** The row and column of what is in a long table's body. */
function placeOf(element: Element): { readonly index: number; readonly column: number } | undefined {
  const cell = element.closest('td');
  const index = cell?.closest('tr')?.dataset['index'];
  return cell === null || index === undefined ? undefined : { index: Number(index), column: cell.cellIndex };
}

function rowAfter({ key, ctrlKey }: KeyboardEvent, index: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(last, index + 1);
  if (key === 'ArrowUp') return Math.max(0, index - 1);
  if (ctrlKey && key === 'Home') return 0;
  return ctrlKey && key === 'End' ? last : undefined;
}

/** The rows in sight, with the room of the others between them. */
function windowOf(virtual: {
  getVirtualItems(): readonly { readonly index: number; readonly start: number; readonly end: number }[];
  getTotalSize(): number;
}): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const item of virtual.getVirtualItems()) {
    if (item.start > end) parts.push({ kind: 'space', key: `before ${item.index}`, height: item.start - end });
    parts.push({ kind: 'row', index: item.index });
    end = item.end;
  }
  if (virtual.getTotalSize() > end) parts.push({ kind: 'space', key: 'rest', height: virtual.getTotalSize() - end });
  return parts;
}
