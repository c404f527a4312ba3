/** A browser as far as a sign-in needs one: it follows redirects and keeps cookies by host. */
export interface Browser {
  /** Follows an address until it leads to one that begins with `until`; gives that one. */
  follow(address: string, until: string): Promise<URL>;
}

export function createBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: URL): Map<string, string> => {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    return jar;
  };
  return {
    async follow(address, until) {
      let url = new URL(address);
      for (let hop = 0; hop < 20; hop += 1) {
        if (url.href.startsWith(until)) return url;
        const jar = jarOf(url);
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
          jar.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`${url.href} answered ${answer.status}: ${await answer.text()}`);
        url = new URL(location, url);
      }
      throw new Error(`${address} leads in circles`);
    },
  };
}
