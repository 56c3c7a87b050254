import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isAbort, isConflict } from './explain.ts';
import { change } from './session.ts';

/** What a method of the client's `withResponse` resolves with. */
export interface Answer<T> {
  readonly data: T;
  readonly response: Response;
}

/** A method of the client that reads. */
interface Read<Input, T> {
  withResponse(input: Input, options: { readonly signal?: AbortSignal }): Promise<Answer<T>>;
}

/** The condition of a change: the resource still has this tag. */
export interface IfMatch {
  readonly ifMatch: string | undefined;
}

/** A resource of the service that a component shows. */
export interface Loaded<T> {
  /** Undefined until it is there. */
  readonly data: T | undefined;
  /** Its `ETag`, for `ifMatch`. */
  readonly tag: string | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Loads it again. Resolves with what it is now. */
  reload(): Promise<T | undefined>;
  /** Shows the answer to a change. */
  show(answer: Answer<T>): void;
  /** Changes the resource if it still is as it is shown. After a conflict, it is loaded again, and the error is thrown. */
  change(act: (options: IfMatch) => Promise<Answer<T>>): Promise<void>;
}

interface State<T> {
  readonly data?: T | undefined;
  readonly tag?: string | undefined;
  readonly error?: unknown;
  readonly isLoading: boolean;
}

/** Loads a resource when `key` changes. An answer for an earlier key is dropped. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<Answer<T>>): Loaded<T> {
  const state = useSignal<State<T>>({ isLoading: true });
  const running = useRef<AbortController | undefined>(undefined);
  const latest = useRef(load);
  latest.current = load;
  const reload = () => run(state, running, latest.current);
  useEffect(() => {
    state.value = { isLoading: true };
    void reload();
    return () => running.current?.abort();
  }, [key]);
  const show = ({ data, response }: Answer<T>) => {
    state.value = { data, tag: tagOf(response), isLoading: false };
  };
  return {
    get data() {
      return state.value.data;
    },
    get tag() {
      return state.value.tag;
    },
    error: state.value.error,
    isLoading: state.value.isLoading,
    reload,
    show,
    change: async (act) => {
      try {
        show(await change(() => act({ ifMatch: state.value.tag })));
      } catch (error) {
        if (isConflict(error)) await reload();
        throw error;
      }
    },
  };
}

/** Loads what a method of the client reads. It loads again when the input changes, or `turn`. */
export const useRead = <Input, T>(
  method: Read<Input, T>,
  input: NoInfer<Input>,
  turn: string | number = '',
): Loaded<T> =>
  useLoaded(`${JSON.stringify(input)} ${turn}`, (signal) => method.withResponse(input, { signal }));

/** Reads a resource for the tag that a change of it needs. */
export const readTag = async <Input>(
  method: Read<Input, unknown>,
  input: NoInfer<Input>,
): Promise<IfMatch> => ({
  ifMatch: tagOf((await method.withResponse(input, {})).response),
});

/** Shows a list as it is after a change, because lists of the service may be some seconds late. */
export function showItems<Item>(
  page: Loaded<{ readonly items: Item[]; readonly pagination: { next_cursor: string; has_more: boolean } }>,
  changed: (items: readonly Item[]) => Item[],
): void {
  const { data } = page;
  if (data) page.show({ data: { ...data, items: changed(data.items) }, response: new Response() });
}

const tagOf = (response: Response): string | undefined => response.headers.get('etag') ?? undefined;

async function run<T>(
  state: Signal<State<T>>,
  running: { current: AbortController | undefined },
  load: (signal: AbortSignal) => Promise<Answer<T>>,
): Promise<T | undefined> {
  running.current?.abort();
  const controller = new AbortController();
  running.current = controller;
  try {
    const { data, response } = await load(controller.signal);
    if (controller.signal.aborted) return undefined;
    state.value = { data, tag: tagOf(response), isLoading: false };
    return data;
  } catch (error) {
    if (!isAbort(error) && !controller.signal.aborted)
      state.value = { ...state.value, error, isLoading: false };
    return undefined;
  }
}
