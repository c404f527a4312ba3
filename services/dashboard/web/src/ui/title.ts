import { createContext, useContext, useEffect } from 'react';

/** The thing whose page this is, such as a cloud account by its name; the product where a page is of no thing. */
export const TitleOf = createContext('Tripline');

/** Gives the browser's tab its title, such as "Gaps · Sample account". Nothing happens while the page does not know its name yet. */
export function useTitle(title: string | undefined): void {
  const of = useContext(TitleOf);
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${of}`;
  }, [title, of]);
}
