import { json, type TypeOf } from '@tripline/service';

/** What moving rules to the team came to. */
export const ruleMove = json.resource('RuleMove', {
  moved: json.integer.example(12),
  notMoved: json
    .list(
      json.object({
        ruleKey: json.uuid,
        title: json.text.example('Encoded PowerShell Downloads A Second Stage'),
        reason: json.text
          .description(
            '`team_has_key`: the team has a rule of this key, and yours stays beside it; `in_team`: it is the team’s already. Others may come',
          )
          .example('team_has_key'),
        message: json.text.example('The team has a rule of this key already. Yours stays yours.'),
      }),
    )
    .description('rules that stay whose they are, each with the reason; with `all` at most 1,000, in the last answer'),
  more: json.yesOrNo.description('whether rules of your own are left that can be moved: ask again').example(false),
});
export type RuleMove = TypeOf<typeof ruleMove>;
