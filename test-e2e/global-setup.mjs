// Jest's global setup of the end-to-end suite: it waits until the stack that the environment names answers.
const WAIT_MS = 60_000;

export default async function setUp() {
  const { RULES_URL, COVERAGE_URL } = process.env;
  await Promise.all([
    answers(`${RULES_URL}/v1/backends`, 200),
    // A call without a key must be refused by the service itself.
    answers(`${COVERAGE_URL}/accounts`, 401),
  ]);
}

async function answers(url, wanted) {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const got = await fetch(url).then(
      (answer) => answer.status,
      (error) => error.cause?.message ?? error.message,
    );
    if (got === wanted) return;
    if (performance.now() > end) throw new Error(`${url} did not answer ${wanted} within a minute, but: ${got}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
