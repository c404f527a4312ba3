import { useSearchParams } from 'react-router';

/** The parts of a generation's page; on wide screens the text is beside the others. */
export type View = 'text' | 'rules' | 'techniques' | 'indicators' | 'rest';
const VIEWS: readonly View[] = ['text', 'rules', 'techniques', 'indicators', 'rest'];

/** What is chosen on a generation's page, all in its address. */
export interface Selection {
  readonly rule: string | undefined;
  /** A place's id. */
  readonly finding: string | undefined;
  readonly view: View;
  /** Changes some of it; `undefined` takes it away. */
  readonly select: (
    change: { rule?: string | undefined; finding?: string | undefined; view?: View },
    /** `replace`: Back does not take it back by itself. */
    options?: { readonly replace: boolean },
  ) => void;
  /** The query of an address where a place is chosen, for a link to it. */
  readonly linkTo: (finding: string) => string;
}

/** The choice that the address has, and the ways to change it. Each choice is a step that Back takes back. */
export function useSelection(): Selection {
  const [search, setSearch] = useSearchParams();
  const named = search.get('view') as View;
  return {
    rule: search.get('rule') ?? undefined,
    finding: search.get('finding') ?? undefined,
    view: VIEWS.includes(named) ? named : 'rules',
    select: (change, { replace } = { replace: false }) =>
      setSearch(() => changed(addressNow(), change), { preventScrollReset: true, replace }),
    linkTo: (finding) => `?${changed(search, { finding, rule: undefined, view: 'rules' })}`,
  };
}

/** The query of the address as it is at this moment: what the page was drawn from may be a step behind, and would take that step back. */
export const addressNow = (): URLSearchParams => new URLSearchParams(window.location.search);

function changed(before: URLSearchParams, change: object): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) after.delete(name);
    else after.set(name, value);
  }
  return after;
}
