// The few options of curl that docs/teams.md uses, for machines without one: -sS, --fail-with-body, -X, -H, -d and an address.

const args = process.argv.slice(2);
const headers = new Headers();
let method;
let body;
let url;
while (args.length > 0) {
  const option = args.shift();
  if (option === '-H') {
    const header = args.shift();
    headers.append(header.slice(0, header.indexOf(':')), header.slice(header.indexOf(':') + 1).trim());
  } else if (option === '-d') body = args.shift();
  else if (option === '-X') method = args.shift();
  else if (option === '-sS' || option === '--fail-with-body') continue;
  else if (option.startsWith('-')) throw new Error(`this stand-in for curl does not know ${option}`);
  else url = option;
}
const answer = await fetch(url, {
  method: method ?? (body === undefined ? 'GET' : 'POST'),
  headers,
  ...(body === undefined ? {} : { body }),
});
process.stdout.write(await answer.text());
process.exitCode = answer.ok ? 0 : 22;
