/**
 * Reads the status of an answer from the bytes of its connection, for answers that Node's parser refuses. Returns a function that takes the
 * next bytes. It returns the status as soon as the status line is complete. Interim answers (1xx) are skipped.
 */
export function statusReader(): (bytes: Buffer) => number | undefined {
  let unread = '';
  let status: number | undefined;
  return (bytes) => {
    if (status !== undefined) return status;
    unread += bytes.toString('latin1');
    for (;;) {
      const line = /^HTTP\/1\.[01] ([1-9]\d\d)(?: [^\r\n]*)?\r?\n/.exec(unread);
      if (!line) return undefined;
      const found = Number(line[1]);
      if (found >= 200) {
        unread = '';
        status = found;
        return status;
      }
      const end = unread.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      unread = unread.slice(end + 4);
    }
  };
}
