import { computed, signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, createClient } from '../../client/index.ts';
import type { Operations } from '../../client/types.ts';
import { pageLimitMax } from '../../contract/limits.ts';
import { baseUrl } from '../paths.ts';

/** The end of a refusal by the rate limit, in epoch milliseconds; null if there is none. */
export const waitingUntil = signal<number | null>(null);

/** Whether the session has ended. */
export const isSignedOut = signal(false);

/** The state of the person's rate limit in the newest answer. `resetsAt`: epoch milliseconds. */
let rate = { remaining: Number.POSITIVE_INFINITY, resetsAt: 0 };

/** Stores the state of the rate limit and the session from a response. The client itself repeats a request after 429. */
export function watch({ status, headers }: Response): void {
  const remaining = headers.get('x-ratelimit-remaining');
  if (remaining !== null)
    rate = { remaining: Number(remaining), resetsAt: Number(headers.get('x-ratelimit-reset')) * 1000 };
  if (status === 429) waitingUntil.value = Date.now() + Number(headers.get('retry-after') ?? 1) * 1000;
  if (status === 401) isSignedOut.value = true;
}

/** Every request of the console goes through this client. The browser adds the cookie of the session. */
export const api = createClient({ baseUrl, onResponse: watch });

/** The number of requests that a batch leaves to other actions of the person. */
const spareRequests = 50;

/** Waits until the rate limit has room for another request of a batch. */
export async function pace(): Promise<void> {
  const wait = rate.resetsAt - Date.now();
  if (rate.remaining > spareRequests || wait <= 0) return;
  waitingUntil.value = rate.resetsAt;
  await new Promise((resolve) => setTimeout(resolve, wait));
  waitingUntil.value = null;
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

export type Me = Operations['getMe']['output'];

/** The person, in the organization that this tab shows. */
export const me = signal<Me | null>(null);

/** The person by the newest answer, if the session acts in another organization, or for another person, than this tab shows. */
export const actsElsewhere = signal<Me | null>(null);

export const organization = computed(() =>
  me.value?.organizations.find(({ id }) => id === me.value?.organization_id),
);

export const may = (permission: Me['permissions'][number]): boolean =>
  me.value?.permissions.includes(permission) ?? false;

export const ulidOf = (id: string): string | undefined => id.split('_')[1];

/** Whether a member is the person. Members have ids with another prefix than users, and the same ULID. */
export const isMe = ({ user_id }: { readonly user_id: string }): boolean =>
  ulidOf(user_id) === ulidOf(me.value?.user.id ?? '_');

/**
 * Whether the person only reads what others share with them: they act in no organization, and have no documents outside of any. Then the
 * console has only these documents, and their account.
 */
export const isReaderOnly = signal(false);

async function readsOnly({ organization_id, permissions }: Me): Promise<boolean> {
  if (organization_id !== null) return false;
  if (!permissions.includes('document#write')) return true;
  // If the list cannot be read, its screen shows the error.
  const own = await api.listDocuments({ limit: 1 }).catch(() => undefined);
  return own?.items.length === 0;
}

export async function loadMe(): Promise<Me> {
  const now = await api.getMe();
  isReaderOnly.value = await readsOnly(now);
  me.value = now;
  actsElsewhere.value = null;
  checked = undefined;
  return now;
}

/** Gives the person a lost ownership back, and shows its organization. Returns the name of the organization. */
export async function reclaimOwnership(): Promise<string> {
  const { id, name } = await api.reclaimOwnership();
  if (id === me.value?.organization_id) await loadMe();
  else await switchTo(id);
  return name;
}

/** Shows another organization in this tab, and in all others of the session. A change that begins meanwhile waits for the switch. */
export async function switchTo(id: string): Promise<void> {
  const isShown = id === me.value?.organization_id;
  const same = api.switchOrganization({ organization_id: id as `org_${string}` }).then(loadMe);
  checked = { at: Infinity, same: same.then(() => isShown) };
  await checked.same.finally(forgetCheck);
}

/** Nothing was changed, because the session acts in another organization than the tab shows. */
export class OtherOrganizationError extends Error {}

/** One check serves all changes that begin within this time. */
const checkLastsMilliseconds = 1000;
let checked: { readonly at: number; readonly same: Promise<boolean> } | undefined;
const forgetCheck = () => {
  checked = undefined;
};

async function actsAsShown(): Promise<boolean> {
  const now = await api.getMe();
  const isSame = now.organization_id === me.value?.organization_id && now.user.id === me.value?.user.id;
  actsElsewhere.value = isSame ? null : now;
  return isSame;
}

/**
 * Carries out a change. A switch changes the session in all tabs, so this asks first where the session acts. Throws an
 * OtherOrganizationError, and changes nothing, if that is not what this tab shows.
 */
export async function change<T>(act: () => Promise<T>): Promise<T> {
  const now = Date.now();
  if (!checked || checked.at + checkLastsMilliseconds < now) checked = { at: now, same: actsAsShown() };
  // After a failure, a retry asks again.
  checked.same.catch(forgetCheck);
  const isSame = await checked.same;
  if (!isSame) throw new OtherOrganizationError();
  return act().finally(countTurn);
}

/** Counts the changes of this tab, and the times that the person came back to it. */
const turns = signal(0);
const countTurn = (): void => {
  turns.value += 1;
};

/** Counts the times that the person came back to this tab. */
const returns = signal(0);
/** Lists are renewed at most once in this time. */
const renewalMilliseconds = 10_000;
let renewed = { at: -Infinity, next: undefined as ReturnType<typeof setTimeout> | undefined };

/** Renews what the tab shows, now or as soon as it may be renewed again. */
export function countReturn(): void {
  if (document.visibilityState !== 'visible' || renewed.next !== undefined) return;
  const renew = () => {
    renewed = { at: Date.now(), next: undefined };
    returns.value += 1;
    countTurn();
  };
  const wait = renewed.at + renewalMilliseconds - Date.now();
  if (wait <= 0) renew();
  else renewed.next = setTimeout(renew, wait);
}

// What components read

/** What a method of the client's `withResponse` resolves with. */
export interface Answer<T> {
  readonly data: T;
  readonly response: Response;
}

/** Returns data as the answer of a request. */
export const answerOf = <T>(data: T): Answer<T> => ({ data, response: new Response() });

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
  /** Loads it again. */
  reload(): Promise<void>;
  /** Shows the answer to a change. */
  show(answer: Answer<T>): void;
  /** Changes the resource if it still is as it is shown. After a conflict, it is loaded again, and the error is thrown. */
  change(act: (options: IfMatch) => Promise<Answer<T>>): Promise<void>;
}

/** Loads a resource when `key` changes. An answer for an earlier key is dropped. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<Answer<T>>): Loaded<T> {
  const state = useSignal<Partial<Loaded<T>>>({});
  const running = useRef<AbortController | undefined>(undefined);
  const latest = useRef(load);
  latest.current = load;
  const show = ({ data, response }: Answer<T>) => {
    state.value = { data, tag: tagOf(response) };
  };
  const reload = async () => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal: aborted } = running.current;
    try {
      const answer = await latest.current(aborted);
      if (!aborted.aborted) show(answer);
    } catch (error) {
      if (!isAbort(error) && !aborted.aborted) state.value = { ...state.value, error };
    }
  };
  useEffect(() => {
    state.value = {};
    void reload();
    return () => running.current?.abort();
  }, [key]);
  return {
    get data() {
      return state.value.data;
    },
    get tag() {
      return state.value.tag;
    },
    error: state.value.error,
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

/** A method of the client that lists. */
interface Lists<Input, Item> {
  all(input: Input, options: { readonly signal?: AbortSignal }): AsyncIterable<Item>;
}

/** Loads all items that a method of the client lists, on all pages. It loads them again when the input changes, or `turn`. */
export const useAll = <Input extends object, Item>(
  method: Lists<Input, Item>,
  input: NoInfer<Input>,
  turn: string | number = '',
): Loaded<{ readonly items: readonly Item[] }> =>
  useLoaded(`${JSON.stringify(input)} ${turn}`, async (signal) => {
    const items: Item[] = [];
    for await (const item of method.all({ ...input, limit: pageLimitMax }, { signal })) items.push(item);
    return answerOf({ items });
  });

/** Calls `reload` after each change and each return to the tab, a little later, because lists of the service may be late. */
export function useFresh(reload: () => unknown, isWanted = true): void {
  const first = useRef(turns.value).current;
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    const timer = isWanted && turns.value > first ? setTimeout(() => latest.current(), 1500) : undefined;
    return () => clearTimeout(timer);
  }, [turns.value]);
}

/**
 * Calls `reload` after each return to the tab. A list that shows changes by `showItems` is not loaded again after them, because the service's
 * list may be late.
 */
export function useRenewal(reload: (() => unknown) | undefined, isWanted = true): void {
  const first = useRef(returns.value).current;
  useEffect(() => {
    if (isWanted && returns.value > first) reload?.();
  }, [returns.value]);
}

/** Loads facts about items when their ids change or one of `turns` does, and keeps those that it has. Facts that cannot be loaded are left out. */
export function useFacts<Id extends string, T>(
  ids: readonly Id[],
  load: (ids: readonly Id[], signal: AbortSignal) => Promise<ReadonlyMap<string, T>>,
  ...turns: readonly unknown[]
): ReadonlyMap<string, T> {
  const known = useSignal<ReadonlyMap<string, T>>(new Map());
  useEffect(() => {
    const controller = new AbortController();
    load(ids, controller.signal).then(
      (found) => {
        known.value = new Map([...known.value, ...found]);
      },
      () => undefined,
    );
    return () => controller.abort();
  }, [ids.join(), ...turns]);
  return known.value;
}

const tagOf = (response: Response): string | undefined => response.headers.get('etag') ?? undefined;

/** Changes an item of a list. Reads its tag first. After a conflict, such as the end of its processing, tries once more. */
export async function changeItem<Input>(
  read: Read<Input, unknown>,
  input: NoInfer<Input>,
  act: (input: Input, options: IfMatch) => Promise<unknown>,
): Promise<void> {
  const attempt = async () => act(input, { ifMatch: tagOf((await read.withResponse(input, {})).response) });
  await attempt().catch((error) => (isConflict(error) ? attempt() : Promise.reject(error)));
}

/**
 * Returns the fields that a person changed. A form sends only these, so that it does not undo what somebody else changed in the other fields
 * while the form was open.
 */
export const changedFields = <T extends object>(before: NoInfer<T>, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
    ),
  ) as Partial<T>;

/** Shows a list as it is after a change, because lists of the service may be some seconds late. */
export function showItems<Page extends { readonly items: readonly unknown[] }>(
  page: Loaded<Page>,
  changed: (items: Page['items']) => Page['items'],
): void {
  const { data } = page;
  if (data) page.show(answerOf({ ...data, items: changed(data.items) }));
}

/** Reads a list as one CSV text. Its pages after the first repeat the line of names, which is left out. */
export async function readCsv(path: string, signal?: AbortSignal): Promise<string> {
  let csv = '';
  let url: string | undefined = `${baseUrl}${path}${path.includes('?') ? '&' : '?'}limit=100`;
  while (url !== undefined) {
    const response: Response = await fetch(url, { headers: { Accept: 'text/csv' }, signal: signal ?? null });
    watch(response);
    const text = await response.text();
    if (!response.ok) throw new ApiError(response, text);
    csv += csv === '' ? text : text.slice(text.indexOf('\n') + 1);
    url = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return csv;
}

/** Downloads a list as one CSV file. */
export async function downloadCsv(path: string, name: string): Promise<void> {
  const csv = await readCsv(path);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
