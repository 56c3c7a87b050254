import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { controlOf, Select } from '../parts/controls.tsx';
import { accessLevels, accessText, statuses, statusText } from '../parts/marks.tsx';
import { paths } from '../paths.ts';
import { api, me, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';

const names = ['q', 'processing_status', 'access_level', 'created_by', 'policy_id'] as const;

/** The filters of the list, with the same names and values as in the address and in the API. */
export type Filters = Readonly<Partial<Record<(typeof names)[number], string>>>;

export const filtersIn = (query: Readonly<Record<string, string>>): Filters =>
  Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));

/** Makes the control of a filter. `any`: its name, and the choice of no filter. */
type Choice = (
  name: keyof Filters,
  any: string,
  options: readonly (readonly [value: string, text: string])[] | undefined,
) => ComponentChildren;

const searchDelayMilliseconds = 250;

/** Search and filters. They are in the address, so that a link or a reload shows the same list. */
export function FilterBar({ filters }: { readonly filters: Filters }) {
  const { route } = useLocation();
  const text = useSignal(filters.q ?? '');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const set = (changes: Filters) => {
    const given = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== '');
    route(given.length === 0 ? paths.library : `${paths.library}?${new URLSearchParams(given)}`, true);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string) => {
    text.value = value;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => set({ q: value.trim() }), searchDelayMilliseconds);
  };
  const choice: Choice = (name, any, options = []) => (
    <Select
      label={any}
      options={[['', any], ...options]}
      {...controlOf(filters[name] ?? '', (value) => set({ [name]: value }))}
    />
  );
  return (
    <search class="filters">
      <input
        type="search"
        class="wide"
        aria-label={t('filters.search')}
        placeholder={t('filters.search')}
        maxLength={200}
        {...controlOf(text.value, search)}
      />
      {choice(
        'processing_status',
        t('filters.anyStatus'),
        statuses.map((one) => [one, statusText(one)]),
      )}
      {choice(
        'access_level',
        t('filters.anyAccess'),
        accessLevels.map((one) => [one, accessText(one)]),
      )}
      {me.value?.organization_id && <OrganizationChoices choice={choice} />}
    </search>
  );
}

/** The choices among what an organization has. */
function OrganizationChoices({ choice }: { readonly choice: Choice }) {
  const members = useRead(api.listOrganizationMembers, {}).data?.items;
  const policies = useRead(api.listPolicies, { limit: 100 }).data?.items;
  return (
    <>
      {choice(
        'created_by',
        t('filters.anyCreator'),
        members?.map((one) => [one.user_id, one.display_name]),
      )}
      {choice(
        'policy_id',
        t('filters.anyPolicy'),
        policies?.map(({ id, name }) => [id, name]),
      )}
    </>
  );
}
