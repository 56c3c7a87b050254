/** The pauses between questions grow, so that a long wait costs little processor time. */
const firstPauseMilliseconds = 50;
const longestPauseMilliseconds = 400;
/**
 * On a busy machine, work of some seconds may take this long. Work whose message did not reach its queue becomes due after a minute, and the
 * sweep runs every minute.
 */
const patienceMilliseconds = 180_000;

/** Repeats a question until its answer is as expected. Throws with the last answer when the time is up. */
export async function eventually<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + patienceMilliseconds;
  for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 2, longestPauseMilliseconds)) {
    const answer = await ask();
    if (isDone(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`still not so: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
