/** A route as the page's table has it. */
interface Route {
  readonly path?: string;
  readonly index?: boolean;
  readonly children?: readonly Route[];
}

interface RouteTable {
  readonly openRoutes: readonly Route[];
  readonly signedInRoutes: readonly Route[];
}

/** Every address of the page, with `:name` where something is named: those that anybody may open, and those that ask for a session. */
export async function routePatterns(): Promise<{ open: string[]; signedIn: string[] }> {
  // By an address that the compiler does not follow: what is behind it is compiled for a browser.
  const table = new URL('../../web/src/app/route-table.ts', import.meta.url).href;
  const { openRoutes, signedInRoutes } = (await import(table)) as RouteTable;
  return { open: patternsOf(openRoutes), signedIn: patternsOf(signedInRoutes) };
}

const patternsOf = (routes: readonly Route[], above = ''): string[] =>
  routes.flatMap(({ children, path = '' }) => {
    const pattern = path.startsWith('/') ? path : path === '' ? above : `${above}/${path}`;
    return children === undefined ? [pattern] : patternsOf(children, pattern);
  });
