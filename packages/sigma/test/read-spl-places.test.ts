import { readQuery } from '@tripline/sigma';

function read(text: string) {
  const reading = readQuery(text, 'spl');
  if (!reading.ok) throw reading.error;
  return {
    logsource: reading.logsource,
    narrowed: reading.notes.filter(({ code }) => code === 'narrowed').map(({ message, column }) => [message, column]),
  };
}

const OKTA = { product: 'okta', service: 'okta' };

describe('events of one installation as an alternative to a log', () => {
  test.each(['eventtype', 'index', 'splunk_server'])('are not looked at, with a note: %s', (name) => {
    expect(read(`(${name}=failed_logon OR sourcetype=OktaIM2:log) user=admin`)).toEqual({
      logsource: OKTA,
      narrowed: [[`${name} names events of one installation beside a log; the rule finds those of the log alone.`, 2]],
    });
  });

  test('are no alternative where both are asked for: no note', () => {
    expect(read('eventtype=failed_logon sourcetype=OktaIM2:log user=admin')).toEqual({ logsource: OKTA, narrowed: [] });
  });

  test('a host has events of any log: refused', () => {
    const reading = readQuery('(host=dc01 OR sourcetype="linux_secure") "Failed password"', 'spl');
    expect(reading).toMatchObject({ ok: false, error: { code: 'UnknownLogsource' } });
  });
});
