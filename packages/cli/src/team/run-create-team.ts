import { createTeamFor } from '@tripline/auth';
import { nameText } from '@tripline/service';
import { UsageError } from '../exit.js';
import { withDatabase } from '../user/with-database.js';

/**
 * Makes a team that an account owns.
 * @returns the exit code
 * @throws UsageError for a wrong name or bad settings
 */
export async function runCreateTeam(given: string, ownerEmail: string): Promise<number> {
  const { error, value: name } = nameText.label('the name').required().validate(given.trim());
  if (error !== undefined) throw new UsageError(error.message);
  return withDatabase('the team could not be made', async (db) => {
    const owner = await createTeamFor(db, { name, ownerEmail });
    return `${name}: owned by ${owner}`;
  });
}
