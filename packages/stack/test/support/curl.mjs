// The options of curl that the documents use, for machines without curl: -s, -sS, --fail-with-body, -X, -H, -d, -F file=@… and an address.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const args = process.argv.slice(2);
const headers = new Headers();
let method;
let body;
let url;
let fails = false;
while (args.length > 0) {
  const option = args.shift();
  if (option === '-H') {
    const header = args.shift();
    headers.append(header.slice(0, header.indexOf(':')), header.slice(header.indexOf(':') + 1).trim());
  } else if (option === '-d') {
    body = args.shift();
  } else if (option === '-F') {
    const [name, file] = args.shift().split('=@');
    body = new FormData();
    body.append(name, new Blob([readFileSync(file)]), basename(file));
  } else if (option === '-X') method = args.shift();
  else if (option === '--fail-with-body') fails = true;
  else if (option === '-s' || option === '-sS') continue;
  else if (option.startsWith('-')) throw new Error(`this stand-in for curl does not know ${option}`);
  else url = option;
}
const answer = await fetch(url, {
  method: method ?? (body === undefined ? 'GET' : 'POST'),
  headers,
  ...(body === undefined ? {} : { body }),
});
process.stdout.write(await answer.text());
process.exitCode = answer.ok || !fails ? 0 : 22;
