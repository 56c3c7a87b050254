import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isAbort, isConflict } from './explain.ts';
import { change } from './session.ts';

/** The result of `withResponse`, which each method of the client has. */
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
  /** Undefined until it is loaded. */
  readonly data: T | undefined;
  /** Its `ETag`, for `ifMatch`. */
  readonly tag: string | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Loads the resource again, and resolves with it; undefined after an error. */
  reload(): Promise<T | undefined>;
  /** Shows the answer to a change. */
  show(answer: Answer<T>): void;
  /** Changes the resource if it has not changed since it was loaded. After a conflict, loads it again and throws the error. */
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

/** Loads the result of a method of the client. Loads it again when the input or `turn` changes. */
export const useRead = <Input, T>(
  method: Read<Input, T>,
  input: NoInfer<Input>,
  turn: string | number = '',
): Loaded<T> =>
  useLoaded(`${JSON.stringify(input)} ${turn}`, (signal) => method.withResponse(input, { signal }));

/** Reads a resource, and resolves with the condition that it stays unchanged. */
export const readTag = async <Input>(
  method: Read<Input, unknown>,
  input: NoInfer<Input>,
): Promise<IfMatch> => ({
  ifMatch: tagOf((await method.withResponse(input, {})).response),
});

/** Shows a list with a change of its items. The service's own list may lag behind the change for some seconds. */
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
