// node comment.mjs FILE: writes the file as a comment on the pull request, over the one of an earlier run by the same user. GITHUB_API_URL,
// GITHUB_GRAPHQL_URL, GITHUB_REPOSITORY, PULL_REQUEST and TOKEN say where and as whom.
import { readFileSync } from 'node:fs';

/** Readers do not see it. */
const MARK = '<!-- tripline report -->';
/** GitHub takes 65,536 characters. */
const CHARACTERS_MAX = 60_000;

const {
  GITHUB_API_URL = 'https://api.github.com',
  GITHUB_GRAPHQL_URL = `${GITHUB_API_URL}/graphql`,
  GITHUB_REPOSITORY,
  PULL_REQUEST,
  TOKEN,
} = process.env;
const body = `${MARK}\n${readFileSync(process.argv[2], 'utf8').slice(0, CHARACTERS_MAX)}`;
const repository = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}`;

const earlier = await findEarlier();
if (earlier === undefined) await call('POST', `${repository}/issues/${PULL_REQUEST}/comments`, { body });
else await call('PATCH', `${repository}/issues/comments/${earlier.id}`, { body });

/** The report of an earlier run. Anybody may write a comment with our mark: only what this token's own user wrote is ours to write over. */
async function findEarlier() {
  const login = await ownLogin();
  for (let page = 1; ; page++) {
    const comments = await call('GET', `${repository}/issues/${PULL_REQUEST}/comments?per_page=100&page=${page}`);
    const found = comments.find(({ body: text, user }) => user?.login === login && text?.startsWith(MARK));
    if (found !== undefined || comments.length < 100) return found;
  }
}

/** Whose the token is, by GraphQL: the REST API does not say it of a token of a workflow, which is a bot's. */
async function ownLogin() {
  const { data } = await call('POST', GITHUB_GRAPHQL_URL, { query: '{ viewer { login } }' });
  if (data?.viewer?.login) return data.viewer.login;
  process.stderr.write(`::error::${GITHUB_GRAPHQL_URL} does not say whose the token is, so no comment is written\n`);
  process.exit(1);
}

async function call(method, url, content) {
  const answer = await fetch(url, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (answer.ok) return answer.json();
  process.stderr.write(`::error::${method} ${url} was answered ${answer.status}; may the token write pull requests?\n`);
  process.exit(1);
}
