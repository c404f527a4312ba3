/** How long the home folder of a user is that a path of Unix begins with: `~`, `$HOME`, `/home/heron`. Zero where it begins with none. */
export function homeLength(path: string): number {
  const [first = '', home, user = '', ...below] = path.split('/');
  if (first === '~' || first === '$HOME') return path.length > first.length ? first.length : 0;
  return first === '' && home === 'home' && user !== '' && below.length > 0 ? `/home/${user}`.length : 0;
}
