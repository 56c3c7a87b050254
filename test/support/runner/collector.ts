/** An option of Node.js: one thread collects garbage. */
export const singleThreadedCollector = '--single-threaded-gc';
