/** What the server, or the way to it, said instead of an answer; one line. */
export class Refused extends Error {}

/** An answer that nobody waits for any more. */
export class Cancelled extends Error {}

const page = crypto.randomUUID();

async function answerOf(request) {
  let response;
  try {
    response = await request;
  } catch (failure) {
    if (failure.name === 'AbortError') {
      throw new Cancelled();
    }
    throw new Refused('no answer: espalier serve has ended; start it again and reload this page');
  }
  const answer = await response.json().catch(() => ({}));
  if (response.status === 409 && answer.error === 'cancelled') {
    throw new Cancelled();
  }
  if (!response.ok) {
    throw new Refused(answer.error ?? `the server answered ${response.status}`);
  }
  return answer;
}

function post(path, body, signal) {
  const headers = { 'Content-Type': 'application/json' };
  return answerOf(fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal }));
}

export const get = (path) => answerOf(fetch(path));

/** Questions of one kind, of which only the newest matters: asking again cancels the one before. */
export class Lane {
  #name;
  #running = null;

  constructor(name) {
    this.#name = name;
  }

  async ask(path, question) {
    this.cancel();
    const running = { job: crypto.randomUUID(), abort: new AbortController() };
    this.#running = running;
    try {
      const body = { client: `${page}/${this.#name}`, job: running.job, ...question };
      const answer = await post(path, body, running.abort.signal);
      if (this.#running !== running) {
        throw new Cancelled();
      }
      return answer;
    } finally {
      if (this.#running === running) {
        this.#running = null;
      }
    }
  }

  cancel() {
    const running = this.#running;
    if (running !== null) {
      this.#running = null;
      // The server may have ended with the job already.
      post('/api/cancel', { job: running.job }).catch(() => {});
      running.abort.abort();
    }
  }
}
