import type { Migration } from '@tripline/service';

/**
 * Who decided on a rule, when, and why it was rejected, in the rule's own row: so it goes with the rule to a team, into the bin and back, and is
 * deleted with it. `decided_state` is the state that was decided: where the release before this one sets another, what stands beside it says nothing.
 */
export const ruleDecisions: Migration = {
  name: '0015-rule-decisions',
  async up(trx) {
    const columns = `
      add column decided_state text,
      add column decided_at timestamptz,
      add column decided_by uuid,
      add column rejection_code text,
      add column rejection_words text`;
    await trx.raw(`alter table rules.rules ${columns}; alter table rules.deleted_rules ${columns};`);
    // The join of an ended team's rules, as the steps before have left it, takes the columns along.
    const { rows } = await trx.raw<{ rows: [{ source: string }] }>(
      `select pg_get_functiondef('rules.join_rules_of_ended_team()'::regprocedure) as source`,
    );
    const values = 'state = team_rule.state,';
    const [{ source }] = rows;
    if (!source.includes(values)) throw new Error('rules.join_rules_of_ended_team() does not copy state');
    const names = ['decided_state', 'decided_at', 'decided_by', 'rejection_code', 'rejection_words'];
    const taken = names.map((name) => `${name} = team_rule.${name},`).join(' ');
    // A function may hold question marks, which knex reads as bindings.
    await trx.raw(source.replace(values, `${values} ${taken}`).replaceAll('?', '\\?'));
  },
};
