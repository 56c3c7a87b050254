import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../words/words.ts';
import { Field } from './field.tsx';
import { Icon, type IconName } from './icon.tsx';

/** Returns a handler that sets a signal. */
export const sets =
  <T,>(signal: Signal<T>, value: T) =>
  (): void => {
    signal.value = value;
  };

/** Adds a value to a set, or removes it. */
export function toggle<T>(set: Signal<ReadonlySet<T>>, value: T): void {
  const next = new Set(set.value);
  if (!next.delete(value)) next.add(value);
  set.value = next;
}

/** Connects a control to a signal that has its text. */
export const bound = (text: Signal<string>) => ({
  value: text.value,
  onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
    text.value = event.currentTarget.value;
  },
});

interface ButtonProps {
  readonly icon?: IconName;
  /** Default: a plain button */
  readonly look?: 'primary' | 'danger' | 'small' | 'small danger' | 'link' | 'icon' | undefined;
  /** The name for screen readers. Default: the content */
  readonly label?: string | undefined;
  readonly disabled?: boolean;
  /** Default: sends the form */
  readonly onClick?: () => unknown;
  readonly children?: ComponentChildren;
}

const looks: Readonly<Record<string, string>> = { link: 'link', icon: 'icon-button' };

export const Button = ({ icon, look, label, disabled, onClick, children }: ButtonProps) => (
  <button
    type={onClick ? 'button' : 'submit'}
    class={look ? (looks[look] ?? `button ${look}`) : 'button'}
    aria-label={label}
    disabled={disabled}
    onClick={onClick && (() => void onClick())}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
);

interface OpenerProps extends Pick<ButtonProps, 'icon' | 'look' | 'disabled'> {
  readonly title: string;
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog. */
export function Opener({ title, children, ...button }: OpenerProps) {
  const isOpen = useSignal(false);
  return (
    <>
      <Button {...button} onClick={sets(isOpen, true)}>
        {title}
      </Button>
      {isOpen.value && children(sets(isOpen, false))}
    </>
  );
}

interface CardProps {
  readonly title: string;
  /** At the end of the title's line. Default: nothing */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Card = ({ title, aside, children }: CardProps) => (
  <section class="card">
    <header class="card-head">
      <h2>{title}</h2>
      {aside && <div class="row">{aside}</div>}
    </header>
    {children}
  </section>
);

/** Shows how much of a quota is used, or nothing if none of it is. */
export const Used = ({ count = 0, most }: { readonly count: number | undefined; readonly most: number }) =>
  count > 0 ? <p class="quiet-text">{t('quota.used', { count, most })}</p> : null;

interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly text: Signal<string>;
  /** Default: text */
  readonly type?: 'email' | 'url' | 'number' | 'date' | 'datetime-local';
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly min?: string | number;
  readonly max?: string | number;
  readonly pattern?: string;
  /** Default: one line */
  readonly rows?: number;
  /** At the end of the line. Default: nothing */
  readonly aside?: ComponentChildren;
}

export const TextField = ({ label, hint, text, aside, ...control }: TextFieldProps) => (
  <Field label={label} hint={hint}>
    {(attributes) => {
      // TypeScript accepts no spread of these properties: those of an `input` depend on its `type`.
      const all = { ...attributes, ...control, ...bound(text) } as object;
      if (control.rows !== undefined) return <textarea {...all} />;
      const input = <input autocomplete="off" {...all} />;
      return aside ? (
        <div class="copyable">
          {input}
          {aside}
        </div>
      ) : (
        input
      );
    }}
  </Field>
);

interface SelectProps {
  readonly label: string;
  readonly text: Signal<string>;
  readonly options: readonly (readonly [value: string, text: string])[];
}

const optionsOf = ({ options }: SelectProps) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

export const SelectField = (props: SelectProps) => (
  <Field label={props.label}>
    {(attributes) => (
      <select {...attributes} {...bound(props.text)}>
        {optionsOf(props)}
      </select>
    )}
  </Field>
);

/** A drop-down list beside a title. Only screen readers read its label. */
export const Filter = (props: SelectProps) => (
  <select class="choose" aria-label={props.label} {...bound(props.text)}>
    {optionsOf(props)}
  </select>
);

export const Check = ({ label, isOn }: { readonly label: string; readonly isOn: Signal<boolean> }) => (
  <label class="choice-row">
    <input type="checkbox" checked={isOn.value} onChange={sets(isOn, !isOn.value)} />
    <span>{label}</span>
  </label>
);

interface ChoiceProps<T extends string> {
  readonly legend: string;
  readonly options: readonly (readonly [value: T, text: ComponentChildren])[];
}

interface ChoicesProps<T extends string> extends ChoiceProps<T> {
  readonly type: 'radio' | 'checkbox';
  readonly isOn: (value: T) => boolean;
  readonly onChange: (value: T) => void;
}

/** More than ten choices are in columns. */
const Choices = <T extends string>({ legend, options, type, isOn, onChange }: ChoicesProps<T>) => (
  <fieldset class={options.length > 10 ? 'choices many' : 'choices'}>
    <legend class="label">{legend}</legend>
    {options.map(([value, text]) => (
      <label key={value} class="choice-row">
        <input type={type} name={legend} checked={isOn(value)} onChange={() => onChange(value)} />
        <span>{text}</span>
      </label>
    ))}
  </fieldset>
);

export const Radios = <T extends string>({
  chosen,
  ...choice
}: ChoiceProps<T> & { readonly chosen: Signal<T> }) => (
  <Choices
    {...choice}
    type="radio"
    isOn={(value) => chosen.value === value}
    onChange={(value) => sets(chosen, value)()}
  />
);

/** Check boxes for a set. */
export const Checks = <T extends string>({
  chosen,
  ...choice
}: ChoiceProps<T> & { readonly chosen: Signal<ReadonlySet<T>> }) => (
  <Choices
    {...choice}
    type="checkbox"
    isOn={(value) => chosen.value.has(value)}
    onChange={(value) => toggle(chosen, value)}
  />
);
