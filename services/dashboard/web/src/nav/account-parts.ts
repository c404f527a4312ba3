/** A page of an account: its path below the account's, what it is called, and the paths of pages that are reached from it. */
interface AccountPart {
  readonly path: string;
  readonly label: string;
  readonly also?: readonly string[];
}

/** The pages of a cloud account, by what somebody comes for. */
export const ACCOUNT_GROUPS: readonly { readonly label: string; readonly parts: readonly AccountPart[] }[] = [
  {
    label: 'Coverage',
    parts: [
      { path: '', label: 'Overview' },
      { path: 'matrix', label: 'Matrix', also: ['techniques'] },
      { path: 'gaps', label: 'Gaps' },
    ],
  },
  {
    label: 'Detections',
    parts: [
      { path: 'detections', label: 'All detections' },
      { path: 'visibility', label: 'Visibility' },
      { path: 'regions', label: 'Regions' },
    ],
  },
  {
    label: 'Activity',
    parts: [
      { path: 'scans', label: 'Scans' },
      { path: 'history', label: 'History', also: ['diff'] },
      { path: 'changes', label: 'Changes' },
    ],
  },
  {
    label: 'Set-up',
    parts: [
      { path: 'connect', label: 'Connection' },
      { path: 'actors', label: 'Actors' },
      { path: 'decisions', label: 'Decisions' },
      { path: 'settings', label: 'Settings' },
    ],
  },
];

/** The address of an account's page. */
export const partAddress = (id: string, path: string): string => `/coverage/${id}${path && `/${path}`}`;

/** The group and the page of it that an address below an account's belongs to; the overview where none does. */
export function partAt(id: string, pathname: string) {
  const [path = ''] = pathname.slice(partAddress(id, '').length + 1).split('/');
  for (const group of ACCOUNT_GROUPS)
    for (const part of group.parts)
      if (part.path === path || (part.also?.includes(path) ?? false)) return { group, part };
  const [group] = ACCOUNT_GROUPS;
  return { group, part: group?.parts[0] };
}
