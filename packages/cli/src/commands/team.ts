import { Command } from 'commander';
import type { SetExitCode } from '../exit.js';

/** `tripline team`: the operator's commands for teams, in the database that DATABASE_URL names. */
export function teamCommand(setExitCode: SetExitCode): Command {
  return new Command('team').description('manage teams of a Tripline service (needs its DATABASE_URL)').addCommand(
    new Command('create')
      .description('make a team; its owner invites the others; audited')
      .argument('<name>', 'name of the team')
      .requiredOption('--owner <email>', 'e-mail address of an account with a password and a tier of "team" or above')
      .action(async (name: string, { owner }: { owner: string }) => {
        const { runCreateTeam } = await import('../team/run-create-team.js');
        setExitCode(await runCreateTeam(name, owner));
      }),
  );
}
