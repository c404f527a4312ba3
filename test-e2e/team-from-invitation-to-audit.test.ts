import { createCleanup } from './support/cleanup.js';
import { eventuallyEverywhere } from './support/eventually.js';
import { call, send } from './support/http.js';
import { mailsTo } from './support/mail.js';
import { type Person, signUp } from './support/people.js';
import { rulesApi } from './support/rules.js';
import { stack } from './support/stack.js';
import { accept, inviteByMail, leave, makeTeam } from './support/teams.js';

const TEAM = `${stack.rulesUrl}/v1/team`;
const cleanup = createCleanup();
let owner: Person;
let guest: Person;
beforeAll(async () => {
  [owner, guest] = [await signUp('team', cleanup), await signUp('free', cleanup)];
  await makeTeam(owner, 'Detection engineering', cleanup);
  const { token } = await inviteByMail(owner, guest.email);
  await accept(guest, token);
});

const seenBy = async (person: Person, ruleKey: string): Promise<number> =>
  (await send('GET', `${TEAM}/rules/${ruleKey}`, { as: person.session })).status;

/** Gives the rows of the audit log as CSV (RFC 4180); the first row has the column names. */
async function auditCsv(): Promise<string[]> {
  const answer = await call('GET', `${TEAM}/audit?format=csv`, { as: owner.session });
  expect(answer.headers.get('content-type')).toContain('text/csv');
  return answer.text.trimEnd().split('\r\n');
}

test('the invitation’s mail names the team, and its link is good once', async () => {
  const [mail] = (await mailsTo(guest.email)).filter(({ subject }) => /invited/i.test(subject));
  expect(mail?.subject).toContain('Detection engineering');
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const again = await send('POST', `${TEAM}/invitations/accept`, { as: guest.session, body: { token } });
  expect(again.status).toBe(409);
});

test('a member reads what the owner generates, with the tier of the team', async () => {
  const made = await rulesApi(owner.session).generate({
    inputType: 'technique',
    techniqueId: 'T1098',
    options: { maxRules: 1 },
  });
  const [rule] = made.rules;
  expect(await seenBy(guest, rule?.key ?? '')).toBe(200);
  const me = (await call('GET', `${stack.rulesUrl}/v1/me`, { as: guest.session })).json().data;
  expect(me).toMatchObject({ tier: 'free', effectiveTier: 'team', team: { name: 'Detection engineering' } });
});

test('who has left reads nothing of the team any more, within a second everywhere', async () => {
  const leaver = await signUp('free', cleanup);
  const { token } = await inviteByMail(owner, leaver.email, 'admin');
  await accept(leaver, token);
  const { rules } = await rulesApi(owner.session).generate({ inputType: 'technique', techniqueId: 'T1136' });
  const key = rules[0]?.key ?? '';
  expect(await seenBy(leaver, key)).toBe(200);
  await leave(leaver);
  await eventuallyEverywhere('that somebody has left', async () => (await seenBy(leaver, key)) === 403);
});

test('the audit log as CSV tells who did what, in order, for owners and admins alone', async () => {
  const [names, ...rows] = await auditCsv();
  const column = names?.split(',').indexOf('action') ?? -1;
  const actions = rows.map((row) => row.split(',')[column]);
  for (const action of ['team.created', 'member.invited', 'member.joined', 'rule.generated'])
    expect(actions).toContain(action);
  expect(rows.some((row) => row.includes(owner.email))).toBe(true);
  expect((await send('GET', `${TEAM}/audit`, { as: guest.session })).status).toBe(403);
});
