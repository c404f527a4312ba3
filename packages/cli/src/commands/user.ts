import { Command } from 'commander';
import type { SetExitCode } from '../exit.js';
import type { CreateUserOptions } from '../user/run-create-user.js';

/** `tripline user`: the operator's commands for accounts, in the database that DATABASE_URL names. */
export function userCommand(setExitCode: SetExitCode): Command {
  return new Command('user')
    .description('manage accounts of a Tripline service (needs its DATABASE_URL)')
    .addCommand(
      new Command('create')
        .description(
          'make an account, as the first of an installation without mail; prints its password, this once; audited',
        )
        .argument('<email>', 'e-mail address, which counts as verified')
        .option('--tier <tier>', 'its tier: free, individual, pro, team or enterprise', 'free')
        .option('--password-file <file>', 'take the password from a file (- is standard input) in place of making one')
        .option('--sign-in-link', 'print a sign-in link in place of the password')
        .option('--url <url>', "the dashboard's address, for the link; else PUBLIC_URL")
        .action(async (email: string, options: CreateUserOptions) => {
          const { runCreateUser } = await import('../user/run-create-user.js');
          setExitCode(await runCreateUser(email, options));
        }),
    )
    .addCommand(
      new Command('sign-in-link')
        .description('print a link that signs somebody in once, within 15 minutes, in place of their password; audited')
        .argument('<email>', 'e-mail address of an account with a password')
        .option('--url <url>', "the dashboard's address; else PUBLIC_URL")
        .action(async (email: string, { url }: { url?: string }) => {
          const { runSignInLink } = await import('../user/run-sign-in-link.js');
          setExitCode(await runSignInLink(email, url));
        }),
    )
    .addCommand(
      new Command('set-tier')
        .description(
          "set a user's own tier: free, individual, pro, team or enterprise; audited, effective within a second",
        )
        .argument('<email>', 'e-mail address of an account with a password')
        .argument('<tier>', 'the tier')
        .option('--until <date>', 'when it runs out: 2027-01-31 (to the end of that day, UTC) or 2027-01-31T12:00:00Z')
        .action(async (email: string, tier: string, { until }: { until?: string }) => {
          const { runSetTier } = await import('../user/run-set-tier.js');
          setExitCode(await runSetTier(email, tier, until));
        }),
    )
    .addCommand(
      new Command('reset-factors')
        .description(
          'take away the second factors of somebody who has lost them, and end their sessions; audited, told by mail',
        )
        .argument('<email>', 'e-mail address of an account with a password')
        .action(async (email: string) => {
          const { runResetFactors } = await import('../user/run-reset-factors.js');
          setExitCode(await runResetFactors(email));
        }),
    );
}
