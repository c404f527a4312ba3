import { startsWithAny } from '../../text/ends.js';
import { capitalised } from '../../text/shape.js';

/** Beginnings of events of the login audit log. Other lower-case names belong to logs that are not shared. */
const OF_LOGIN = [
  '2sv_',
  'login_',
  'logout_',
  'suspicious_',
  'password_',
  'recovery_',
  'account_',
  'email_forwarding_',
  'titanium_',
] as const;

/**
 * The name that Google Cloud's audit log gives an event of Google Workspace where the two logs are shared: `ASSIGN_ROLE` is
 * `google.admin.AdminService.assignRole`. Undefined for events of logs that cannot be shared, such as those of Drive.
 */
export function googleCloudMethod(event: string): string | undefined {
  const [first = '', ...rest] = event.toLowerCase().split('_');
  const method = [first, ...rest.map(capitalised)].join('');
  if (event === event.toUpperCase()) return `google.admin.AdminService.${method}`;
  return startsWithAny(event, OF_LOGIN) ? `google.login.LoginService.${method}` : undefined;
}
