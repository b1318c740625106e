/** A request that was refused or could not be sent, with a message of one line. */
export class Refused extends Error {}

/** A request that a newer one has replaced. */
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
    throw new Refused('no answer: espalier serve is not running; start it again and reload this page');
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

/** Requests of one kind. Only the newest matters: a new request cancels the previous one. */
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
      // The job may have ended already.
      post('/api/cancel', { job: running.job }).catch(() => {});
      running.abort.abort();
    }
  }
}
