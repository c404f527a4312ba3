import { json, type TypeOf } from '@tripline/service';
import { author } from '../openapi/shared-fields.js';
import { headline, RULE_STATES, source } from '../rule/rule-resource.js';

/** A rule in the bin. */
export const deletedRule = json.resource('DeletedRule', {
  ruleKey: json.uuid,
  ...headline,
  state: json.oneOf(RULE_STATES).description('the state that it had, and gets back'),
  createdBy: author,
  createdAt: json.instant,
  deletedBy: author,
  deletedAt: json.instant,
  goneAt: json.instant.description('when it goes for good'),
  owner: json.closedOneOf(['user', 'team']).description('whose bin it is in: your own, or your team’s'),
  source,
});
export type DeletedRuleResource = TypeOf<typeof deletedRule>;

/** What restoring rules came to. */
export const ruleRestoration = json.resource('RuleRestoration', {
  restored: json.integer.example(3),
  notRestored: json
    .list(
      json.object({
        ruleKey: json.uuid,
        title: json.text.example('Encoded PowerShell Downloads A Second Stage'),
        reason: json.oneOf(['key_taken']),
      }),
    )
    .description('those that stay in the bin, since the library has another rule of the same key')
    .example([]),
  more: json.yesOrNo.description('whether more of what the job deleted is in the bin').example(false),
});
export type RuleRestoration = TypeOf<typeof ruleRestoration>;
