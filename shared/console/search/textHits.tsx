import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, createClient } from '../../client/index.ts';
import type { Operations } from '../../client/types.ts';
import { isVisible } from '../../contract/shownText.ts';
import { announce } from '../frame/toasts.tsx';
import { Button } from '../parts/controls.tsx';
import { Card, Problem, Row } from '../parts/list.tsx';
import { baseUrl } from '../paths.ts';
import { isAbort, isSignedOut, useFresh } from '../service/api.ts';
import { t } from '../words/words.ts';

type Input = Operations['search']['input'];
type Hit = Operations['search']['output']['items'][number];

/**
 * The client of searches. It shows a refusal at once, because to repeat a search would use up the few of a minute. Their rate is not that of
 * other requests.
 */
const client = createClient({
  baseUrl,
  maxRetries: 0,
  onResponse: ({ status }) => {
    if (status === 401) isSignedOut.value = true;
  },
});

/** Whether the stage has no search. Then nothing asks it again until the console is loaded anew. */
const isOff = signal(false);

/** After a change of the words, so that a person who types does not use up the searches of a minute. */
const pauseMilliseconds = 400;
/** Hits in titles come first. The list above has most of them, so this many requests look for hits in texts behind them. */
const requestsMax = 3;

interface Found {
  readonly q: string;
  readonly hits: readonly Hit[];
  /** The cursor of the hits that follow; empty: none follow. */
  readonly next: string;
  /** Whether these are the first hits, and no others that the person asked for. */
  readonly isFirst: boolean;
  readonly error?: unknown;
}

export interface TextHitsProps extends Pick<Input, 'q' | 'room_id' | 'created_by'> {
  /** The documents that are shown above because of their titles; undefined: they are not known yet. */
  readonly listed: ReadonlySet<string> | undefined;
  /** Called with the number of hits that are shown. */
  readonly onFound?: (count: number) => unknown;
}

/** The documents whose texts have the words of a search. Shows nothing until the service has answered, and earlier hits until the next answer. */
export function TextHits({ listed, onFound, ...input }: TextHitsProps) {
  const { q } = input;
  const found = useSignal<Found | null>(null);
  const running = useRef<AbortController | undefined>(undefined);
  const read = async (before: readonly Hit[], next: string, pause: number) => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    try {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const more = await readHits(input, next, signal);
      found.value = { q, hits: [...before, ...more.hits], next: more.next, isFirst: before.length === 0 };
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      if (isWithoutSearch(error)) isOff.value = true;
      const known = found.value?.q === q ? found.value : { q, hits: [], next: '', isFirst: true };
      found.value = hasNothing(error) ? null : { ...known, error };
    }
  };
  useEffect(() => {
    if (!isOff.value) void read([], '', pauseMilliseconds);
    return () => running.current?.abort();
  }, [JSON.stringify(input)]);
  // More hits that the person asked for stay.
  useFresh(() => read([], '', 0), !isOff.value && found.value?.isFirst === true);
  // While other titles are loaded, the section stays as it is.
  const above = useRef(listed);
  above.current = listed ?? above.current;
  const answer = found.value;
  const hits = answer?.hits.filter(
    ({ page, document_id }) => page !== null || !above.current?.has(document_id),
  );
  const count = listed && answer?.q === q && answer.error === undefined ? hits?.length : undefined;
  useEffect(() => {
    if (count === undefined) return;
    announce(t('search.found', { count }));
    onFound?.(count);
  }, [q, count]);
  if (!answer || !hits || !above.current || isOff.value) return null;
  if (hits.length === 0 && answer.next === '' && answer.error === undefined)
    return <p class="quiet-text">{t('search.none')}</p>;
  const more = () => read(answer.hits, answer.next, 0);
  return (
    <div id="texts" class="text-hits" aria-busy={answer.q !== q}>
      <Card title={t('search.texts') + (answer.q === q ? '' : ' …')}>
        <Problem error={answer.error} onRetry={answer.isFirst ? () => read([], '', 0) : more} />
        <ul class="rows" role="list">
          {hits.map((hit) => (
            <HitRow key={`${hit.document_id} ${hit.page}`} hit={hit} q={answer.q} />
          ))}
        </ul>
        {answer.next !== '' && answer.error === undefined && (
          <p>
            <Button text={t('activity.more')} look="small" onClick={more} />
          </p>
        )}
      </Card>
    </div>
  );
}

async function readHits(
  input: Input,
  from: string,
  signal: AbortSignal,
): Promise<Pick<Found, 'hits' | 'next'>> {
  const hits: Hit[] = [];
  for (let [next, left] = [from, requestsMax]; ; left--) {
    signal.throwIfAborted();
    const page = await client.search({ ...input, ...(next !== '' && { cursor: next }) }, { signal });
    hits.push(...page.items);
    next = page.pagination.next_cursor;
    if (next === '' || left === 1 || hits.some((hit) => hit.page !== null)) return { hits, next };
  }
}

const isWithoutSearch = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.param === null;

/** Whether a search can have no hits: it has only words to exclude, or the room is gone. */
const hasNothing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 404);

function HitRow({
  hit: { title, page, snippet, service_url },
  q,
}: {
  readonly hit: Hit;
  readonly q: string;
}) {
  return (
    <Row
      name={isVisible(title) ? title : t('library.untitled')}
      href={page === null ? service_url : `${service_url}#page=${page}&search=${encodeURIComponent(q)}`}
      target="_blank"
      badges={[page !== null && t('search.page', { page })]}
      detail={
        <p class={snippet ? '' : 'quiet-text'} dir="auto">
          {snippet
            ? snippet.map(({ text, hit }) => (hit ? <mark>{text}</mark> : text))
            : t(page === null ? 'search.inTitle' : 'search.noSnippet')}
        </p>
      }
      lines={[]}
    />
  );
}
