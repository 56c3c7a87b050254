/**
 * Robots as they name themselves in `User-Agent`: by the words of the trade, by the comment `(compatible; ...)`, or by the address of a page
 * about them. Link previews of messengers and indexes of search engines do. No present browser has one of these; `MSIE` is an old one, and
 * CUBOT makes phones.
 */
const robot =
  /https?:\/\/|\(compatible; (?!MSIE )|(?<!cu)bot\b|crawler|spider|preview|externalhit|externalagent|^whatsapp\//i;

/** Returns whether a reader says that it is a robot, such as one that makes previews of links. Only the beginning of a long text counts. */
export const isRobot = (userAgent: string | undefined): boolean =>
  robot.test((userAgent ?? '').slice(0, 500));
