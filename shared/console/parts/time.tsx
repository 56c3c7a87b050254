import { formatAgo, formatTime } from '../words/formats.ts';

/** A time in words, such as `3 minutes ago`. Its title has the exact time. */
export const Ago = ({ time }: { readonly time: string }) => (
  <time dateTime={time} title={formatTime(time)}>
    {formatAgo(time)}
  </time>
);
