import { formatAgo, formatTime } from '../words/formats.ts';

/** A time as people say it; the exact time is its title. */
export const Ago = ({ time }: { readonly time: string }) => (
  <time dateTime={time} title={formatTime(time)}>
    {formatAgo(time)}
  </time>
);
