import { expectAnyValueFound, expectConverted, rows } from './support/row-probes.js';

describe('the table of logs', () => {
  it.each(rows)('$id converts to every target', expectConverted);

  it.each(rows)(
    '$id matches an event that holds its value, whatever the value is, and none that holds another',
    expectAnyValueFound,
  );
});
