import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { accessLevels, accessText, statuses, statusText } from '../parts/status.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { useRead } from '../service/loaded.ts';
import { me } from '../service/session.ts';
import { t } from '../words/words.ts';

const names = ['q', 'processing_status', 'access_level', 'created_by', 'policy_id'] as const;

/** The filters of the list, with the same names and values as in the address and in the API. */
export type Filters = Readonly<Partial<Record<(typeof names)[number], string>>>;

export const filtersIn = (query: Readonly<Record<string, string>>): Filters =>
  Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));

const addressOf = (filters: Filters): string => {
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return given.length === 0 ? paths.library : `${paths.library}?${new URLSearchParams(given)}`;
};

const searchDelayMilliseconds = 250;

/** Search and filters. They are in the address, so that a link or a reload shows the same list. */
export function FilterBar({ filters }: { readonly filters: Filters }) {
  const { route } = useLocation();
  const text = useSignal(filters.q ?? '');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const set = (changes: Filters) => route(addressOf({ ...filters, ...changes }), true);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string) => {
    text.value = value;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => set({ q: value.trim() }), searchDelayMilliseconds);
  };
  return (
    <search class="filters">
      <input
        type="search"
        class="wide"
        aria-label={t('filters.search')}
        placeholder={t('filters.search')}
        maxLength={200}
        value={text.value}
        onInput={(event) => search(event.currentTarget.value)}
      />
      <Choice
        label={t('filters.anyStatus')}
        value={filters.processing_status}
        options={statuses.map((one) => [one, statusText(one)])}
        onChange={(processing_status) => set({ processing_status })}
      />
      <Choice
        label={t('filters.anyAccess')}
        value={filters.access_level}
        options={accessLevels.map((one) => [one, accessText(one)])}
        onChange={(access_level) => set({ access_level })}
      />
      {me.value?.organization_id && <OrganizationChoices filters={filters} onChange={set} />}
    </search>
  );
}

interface OrganizationProps {
  readonly filters: Filters;
  readonly onChange: (changes: Filters) => void;
}

/** The filters by creator and by policy, which exist only in an organization. */
function OrganizationChoices({ filters, onChange }: OrganizationProps) {
  const members = useRead(api.listOrganizationMembers, {});
  const policies = useRead(api.listPolicies, { limit: 100 });
  return (
    <>
      <Choice
        label={t('filters.anyCreator')}
        value={filters.created_by}
        options={members.data?.items.map(({ user_id, display_name }) => [user_id, display_name])}
        onChange={(created_by) => onChange({ created_by })}
      />
      <Choice
        label={t('filters.anyPolicy')}
        value={filters.policy_id}
        options={policies.data?.items.map(({ id, name }) => [id, name])}
        onChange={(policy_id) => onChange({ policy_id })}
      />
    </>
  );
}

interface ChoiceProps {
  /** The name for screen readers, and the text of the option without a filter. */
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, text: string])[] | undefined;
  readonly onChange: (value: string) => void;
}

const Choice = ({ label, value, options = [], onChange }: ChoiceProps) => (
  <select aria-label={label} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value)}>
    <option value="">{label}</option>
    {options.map(([one, text]) => (
      <option key={one} value={one} selected={one === value}>
        {text}
      </option>
    ))}
  </select>
);
