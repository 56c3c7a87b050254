import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { t, today } from '../words/words.ts';
import { FieldError, useFieldError } from './fieldErrors.tsx';

/** Drawings of 20 by 20, as lines. */
const drawings = {
  activity: 'M3 11h3l2.5-6 3 11 2.5-5h3',
  bin: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6M8.5 9v4M11.5 9v4',
  chevron: 'M8 5l5 5-5 5',
  close: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  copy: 'M8 8h8v8H8zM12 8V4H4v8h4',
  document: 'M6 3h6l3 3v11H6zM12 3v3h3M8.5 10h4M8.5 13h4',
  download: 'M10 4v8M6.5 9L10 12.5 13.5 9M4 16h12',
  edit: 'M12.5 4.5l3 3L7 16H4v-3z',
  endpoint: 'M6 14a3 3 0 1 1 0-6h8M11 5l3 3-3 3M14 14h2',
  external: 'M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7',
  folder: 'M3 5h5l2 2h7v9H3z',
  key: 'M12.5 7.5a3 3 0 1 1-3 3M9.8 10.2L4 16v-2.5M6 14h2',
  link: 'M8.5 11.5l3-3M9 6.5l2-2a3 3 0 0 1 4.5 4l-2 2.5M11 13.5l-2 2a3 3 0 0 1-4.5-4l2-2.5',
  lock: 'M5 9h10v8H5zM7 9V7a3 3 0 0 1 6 0v2',
  menu: 'M3 6h14M3 10h14M3 14h14',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  organization: 'M4 17V4h7v13M11 8h5v9M3 17h14M6.5 7h2M6.5 10h2M6.5 13h2',
  person: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4 17c.5-3.5 3-5 6-5s5.5 1.5 6 5',
  plus: 'M10 4v12M4 10h12',
  policy: 'M10 3l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V5zM7.5 10l2 2 3.5-4',
  public: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M3 10h14M10 3c2.5 2 2.5 12 0 14M10 3c-2.5 2-2.5 12 0 14',
  room: 'M4 17V4h12v13M2 17h16M8 17V9h4v8',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4M13 13l4 4',
  share: 'M10 12V3M6.5 6L10 3l3.5 3M5 10v7h10v-7',
  upload: 'M10 13V4M6.5 7.5L10 4l3.5 3.5M4 16h12',
  warning: 'M10 3l7.5 14h-15zM10 8v4M10 14.5h.01',
} as const;

export type IconName = keyof typeof drawings;

/** A drawing beside words. Screen readers skip it. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
);

/** Returns a handler that sets a signal. */
export const sets =
  <T,>(signal: Signal<T>, value: T) =>
  (): void => {
    signal.value = value;
  };

/** Connects a control to a text, and gives the text that the person types or chooses to `set`. */
export const controlOf = (value: string, set: (text: string) => unknown) => ({
  value,
  onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
    void set(event.currentTarget.value),
});

/** Connects a control to a signal that has its text. */
export const bound = (text: Signal<string>) =>
  controlOf(text.value, (typed) => {
    text.value = typed;
  });

export interface ButtonProps {
  readonly text?: string;
  readonly icon?: IconName;
  /** Default: a plain button */
  readonly look?: 'primary' | 'danger' | 'small' | 'small danger' | 'link' | 'icon' | undefined;
  /** The name for screen readers. Default: the text */
  readonly label?: string | undefined;
  readonly disabled?: boolean;
  /** Default: sends the form */
  readonly onClick?: () => unknown;
}

const looks: Readonly<Record<string, string>> = { link: 'link', icon: 'icon-button' };

export const Button = ({ text, icon, look, label, disabled, onClick }: ButtonProps) => (
  <button
    type={onClick ? 'button' : 'submit'}
    class={look ? (looks[look] ?? `button ${look}`) : 'button'}
    aria-label={label}
    disabled={disabled}
    onClick={onClick && (() => void onClick())}
  >
    {icon && <Icon name={icon} />}
    {text}
  </button>
);

/** Shows how much of a quota is used, or nothing if none of it is. */
export const Used = ({ count = 0, most }: { readonly count: number | undefined; readonly most: number }) =>
  count > 0 ? <p class="quiet-text">{t('quota.used', { count, most })}</p> : null;

interface TextFieldProps {
  readonly label: string;
  /** The name of the field in the API, whose errors are shown here. Default: errors are shown by the form */
  readonly name?: string;
  readonly hint?: string;
  readonly text: Signal<string> | ReturnType<typeof controlOf>;
  readonly type?: 'email' | 'url' | 'number' | 'date' | 'datetime-local';
  readonly required?: boolean;
  readonly maxLength?: number;
  /** Default for a day without `min` and `max`: today, unless the field had an earlier day from the start */
  readonly min?: string | number | undefined;
  readonly max?: string | number;
  readonly pattern?: string;
  /** Default: one line */
  readonly rows?: number;
  /** Makes it a choice. */
  readonly options?: SelectProps['options'];
  /** Further options of a choice. */
  readonly groups?: SelectProps['groups'];
  /** Whether the field gets the focus when it appears: at once, so that no key is lost. */
  readonly hasFocus?: boolean;
  /** At the end of the line. */
  readonly aside?: ComponentChildren;
}

const focus = (control: HTMLElement | null) => control?.focus();

/** A control with its label and a hint. */
export function TextField({
  label,
  hint,
  text,
  hasFocus,
  options,
  groups,
  aside,
  name,
  ...control
}: TextFieldProps) {
  const id = useId();
  const issue = useFieldError(name);
  const connected = 'onInput' in text ? text : bound(text);
  const first = useRef(connected.value).current;
  const describedBy = [hint && `${id}-hint`, issue && `${id}-error`].filter(Boolean).join(' ');
  const attributes = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': issue && true,
    ...connected,
  };
  // The browser's own check refuses addresses that the service takes, such as `jörg@example.org`.
  const email = control.type === 'email' && {
    type: 'text',
    inputMode: 'email',
    autocapitalize: 'none',
    autocorrect: 'off',
    spellcheck: false,
  };
  // The browser does not send a form with a day before `min`, so a day that was there stays possible.
  const isFirstPast = first !== '' && first < today() && connected.value === first;
  if (control.type === 'date' && !('min' in control || 'max' in control) && !isFirstPast)
    control.min = today();
  // TypeScript accepts no spread of these properties: those of an `input` depend on its `type`.
  const all = { ...attributes, ...control, ...email, ref: hasFocus ? focus : null } as object;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {options && <Select {...attributes} options={options} groups={groups} />}
      {control.rows !== undefined && <textarea {...all} />}
      {!options && control.rows === undefined && (
        <div class="row">
          <input autocomplete="off" {...all} />
          {aside}
        </div>
      )}
      <FieldError id={`${id}-error`} issue={issue} />
    </div>
  );
}

type Options = readonly (readonly [value: string, text: string, language?: string])[];

interface SelectProps extends ReturnType<typeof bound> {
  readonly options: Options;
  /** Below the options, under titles. Groups without options are left out. */
  readonly groups?: readonly (readonly [title: string, options: Options])[] | undefined;
  /** Names it for screen readers. Default: another element does */
  readonly label?: string;
  readonly disabled?: boolean;
}

export function Select({ label, options, groups = [], ...select }: SelectProps) {
  const all = (some: Options) =>
    some.map(([value, text, language]) => (
      <option key={value} value={value} lang={language} selected={value === select.value}>
        {text}
      </option>
    ));
  return (
    <select class="choose" aria-label={label} {...select}>
      {all(options)}
      {groups.map(
        ([title, some]) =>
          some.length > 0 && (
            <optgroup key={title} label={title}>
              {all(some)}
            </optgroup>
          ),
      )}
    </select>
  );
}

export const Check = ({ label, isOn }: { readonly label: string; readonly isOn: Signal<boolean> }) => (
  <label class="choice-row">
    <input type="checkbox" checked={isOn.value} onChange={sets(isOn, !isOn.value)} />
    <span>{label}</span>
  </label>
);

/** Returns a set with a value that it does not have, or without a value that it has. */
const toggled = <T,>(set: ReadonlySet<T>, value: T): ReadonlySet<T> =>
  new Set(set.has(value) ? [...set].filter((one) => one !== value) : [...set, value]);

interface ChoicesProps<T extends string> {
  readonly legend: string;
  /** The name of the field in the API. */
  readonly name?: string;
  readonly options: readonly (readonly [value: T, text: ComponentChildren])[];
  /** Default: `many` */
  readonly one?: Signal<T>;
  readonly many?: Signal<ReadonlySet<T>>;
}

/** Radio buttons for one value, or check boxes for many; in columns if there are more than ten. */
export function Choices<T extends string>({ legend, name, options, one, many }: ChoicesProps<T>) {
  const id = useId();
  const issue = useFieldError(name);
  return (
    <fieldset
      class={options.length > 10 ? 'choices many' : 'choices'}
      aria-describedby={issue && `${id}-error`}
      aria-invalid={issue && true}
      tabIndex={issue && -1}
    >
      <legend class="label">{legend}</legend>
      {options.map(([value, text]) => (
        <label key={value} class="choice-row">
          <input
            type={one ? 'radio' : 'checkbox'}
            name={legend}
            checked={one ? one.value === value : many?.value.has(value)}
            onChange={() => {
              if (one) one.value = value;
              if (many) many.value = toggled(many.value, value);
            }}
          />
          <span>{text}</span>
        </label>
      ))}
      <FieldError id={`${id}-error`} issue={issue} />
    </fieldset>
  );
}
