import { at, newUser, type TestUser } from './support/harness.js';
import { sigmaRule } from './support/siem-exports.js';
import { useSiemImporter } from './support/siem-importer.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

describe('rules that a SIEM has already are told by events', () => {
  const { api, user, newSiem, post } = useSiemImporter();

  const asked = (event: string | readonly string[], events: readonly object[]) => ({
    sigma: sigmaRule('asked', `${typeof event === 'string' ? event : `[${event.join(', ')}]`}`),
    events,
  });
  const overlap = async (rules: readonly object[], who: TestUser): Promise<Answer[]> =>
    (await api().http.post(at('/siems/overlap')).set(who.key).send({ rules }).expect(200)).body.rules;

  it('in another language and under another name, and not where one of the values is missing', async () => {
    const id = await newSiem('splunk');
    const search = (name: string, query: string, more = ''): string =>
      `[${name}]\nenableSched = 1\nalert.track = 1\n${more}search = ${query}\n`;
    const file =
      search(
        'Something else entirely',
        'sourcetype=aws:cloudtrail eventName IN (StopLogging, DeleteTrail)',
        'disabled = 1\n',
      ) +
      search('Any change of a trail', 'sourcetype=aws:cloudtrail eventName=*Logging') +
      search('stop logging', 'sourcetype=XmlWinEventLog EventCode=4688 NewProcessName=*StopLogging*');
    await post(id, file, 'file=savedsearches.conf&apply=true').expect(200);
    const answers = await overlap(
      [
        asked('StopLogging', [{ eventName: 'StopLogging' }]),
        asked(['StopLogging', 'DeleteTrail'], [{ eventName: 'StopLogging' }]),
        asked('CreateUser', [{ eventName: 'CreateUser' }]),
      ],
      user(),
    );
    const names = answers.map(({ covered_by }) => covered_by.map(({ can_fire, name }: Answer) => [name, can_fire]));
    expect(names).toEqual([
      [
        ['Any change of a trail', 'unknown'],
        ['Something else entirely', 'no'],
      ],
      [['Something else entirely', 'no']],
      [],
    ]);
    // Of somebody else's SIEM nothing is told.
    expect(await overlap([asked('StopLogging', [{ eventName: 'StopLogging' }])], await newUser(api(), 'pro'))).toEqual([
      { covered_by: [] },
    ]);
  });

  it('refuses a text that is not Sigma, which it names', async () => {
    const body = { rules: [asked('StopLogging', []), { sigma: 'title: x', events: [] }] };
    const answer = await api().http.post(at('/siems/overlap')).set(user().key).send(body).expect(400);
    expect(answer.body.detail).toContain('rules[1].sigma is not a Sigma rule');
  });
});
