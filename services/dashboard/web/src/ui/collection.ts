import { useLayoutEffect, useState } from 'react';

/**
 * Has what React Aria draws of a collection drawn whole at once: tabs with the panel of the first, a choice with its value. React Aria learns the items and selects
 * the first while it draws, in effects that a browser may draw before: then the panel comes a moment later, and what is below jumps. A change of state in a layout
 * effect has React run all effects, and draw what they change, before the browser draws.
 */
export function useDrawnAtOnce(): void {
  const [, setDrawn] = useState(false);
  useLayoutEffect(() => setDrawn(true), []);
}
