export function trustPolicy(_p: string | undefined, _e: string): object {
  return {};
}
export function permissionsPolicy(): object {
  return {};
}
