import { json, type TypeOf } from '@tripline/service';
import { TARGET_IDS } from '@tripline/sigma';

const place = (example: string) => json.text.example(example);

const siem = json.object(
  {
    id: json.oneOf(TARGET_IDS),
    stack: place('cim'),
    index: place('windows'),
    sourcetype: place('XmlWinEventLog'),
    table: place('SecurityEvent'),
  },
  ['stack', 'index', 'sourcetype', 'table'],
);

const siems = json.list(siem).description('in the order in which they are shown; empty where none is chosen');

/** The SIEMs of a team. */
export const teamSiemsResource = json.resource('TeamSiems', { siems });

/** The SIEMs of a person. */
export const mySiemsResource = json.resource('MySiems', {
  siems: json.list(siem).description('what holds: their own, or where they have chosen none the team’s'),
  from: json.oneOf(['own', 'team', 'nobody']).description('whose choice that is'),
  own: siems,
  team: siems,
});
export type MySiems = TypeOf<typeof mySiemsResource>;
