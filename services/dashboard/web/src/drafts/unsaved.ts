import { useCallback, useEffect, useState } from 'react';

/**
 * What becomes of a text that is not saved when its page is left. `lost`: it is gone. `draft`: it stays in this tab, and is not what the services have.
 * `tab`: nothing would save it anywhere, and it stays in this tab, so that only closing the tab loses it.
 */
export type Loss = 'lost' | 'draft' | 'tab';

const unsaved = new Map<object, Loss>();

/** Says that the page has text that is not saved: leaving it then asks first. The answer ends that at once, for a page that leaves because it has saved. */
export function useUnsaved(isUnsaved: boolean, loss: Loss = 'lost'): () => void {
  const [mark] = useState(() => ({}));
  const release = useCallback(() => void unsaved.delete(mark), [mark]);
  useEffect(() => {
    if (isUnsaved) unsaved.set(mark, loss);
    return release;
  }, [isUnsaved, loss, mark, release]);
  return release;
}

/** What leaving the page would do to what was typed; undefined where there is nothing to lose. */
export function lossOnLeaving(): Exclude<Loss, 'tab'> | undefined {
  const losses = new Set(unsaved.values());
  return losses.has('lost') ? 'lost' : losses.has('draft') ? 'draft' : undefined;
}

/** Whether closing the tab, or signing out, would lose anything. */
export const hasUnsaved = (): boolean => unsaved.size > 0;
