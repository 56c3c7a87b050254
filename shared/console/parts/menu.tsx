import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from './controls.tsx';

/** A link or an act that a menu or the palette offers. */
export interface Command {
  /** Default: the title */
  readonly id?: string;
  readonly title: string;
  /** Commands that delete or remove something have the icon `bin`. */
  readonly icon?: IconName;
  /** A page to open in a new tab. Without it, the command calls `run`. */
  readonly href?: string;
  readonly run?: () => unknown;
  readonly disabled?: boolean;
}

interface MenuProps {
  /** The name of the button. */
  readonly label: string;
  /** The content of the button. Default: three dots */
  readonly button?: ComponentChildren;
  readonly class?: string;
  readonly commands: readonly (Command | false)[];
  /** Called when the list opens. It may add commands at the end. */
  readonly onOpen?: (() => unknown) | undefined;
  /** Below the commands. */
  readonly children?: ComponentChildren;
}

/** A button that opens a list of actions, as a popover of the browser: Escape and a click beside it close it. */
export function Menu({
  label,
  button,
  class: className = 'icon-button',
  commands,
  onOpen,
  children,
}: MenuProps) {
  const id = useId();
  const shown = commands.filter((command) => command !== false);
  if (shown.length === 0) return null;
  return (
    <>
      <button
        type="button"
        class={className}
        popovertarget={id}
        aria-haspopup="true"
        aria-label={button === undefined ? label : undefined}
      >
        {button ?? <Icon name="more" />}
      </button>
      <div
        id={id}
        popover="auto"
        class="menu"
        role="group"
        aria-label={label}
        // The browser focuses this command as it opens the list. The event `toggle` is later than a key that follows at once.
        onBeforeToggle={({ currentTarget }) =>
          currentTarget.querySelector('a, button:not(:disabled)')?.toggleAttribute('autofocus', true)
        }
        onToggle={({ newState, currentTarget }) => {
          if (newState !== 'open') return;
          place(currentTarget);
          onOpen?.();
        }}
        // Before the act, so that a dialog that it opens returns the focus to the button.
        onClickCapture={(event) => event.currentTarget.hidePopover()}
        onKeyDown={moveFocus}
      >
        {shown.map((command) => (
          <Item key={command.id ?? command.title} {...command} />
        ))}
        {children}
      </div>
    </>
  );
}

function Item({ title, icon, href, run, disabled }: Command) {
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <bdi>{title}</bdi>
    </>
  );
  const look = icon === 'bin' ? 'menu-item destructive' : 'menu-item';
  return href === undefined ? (
    <button type="button" class={look} disabled={disabled} onClick={() => void run?.()}>
      {content}
    </button>
  ) : (
    <a class={look} href={href} target="_blank" rel="noopener">
      {content}
    </a>
  );
}

/** Places a menu below its button, or above it if there is no room, within the window. */
function place(list: HTMLElement): void {
  const button = (list.previousElementSibling as HTMLElement).getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const isBelow = button.bottom + height + 8 <= innerHeight || button.top < height;
  list.style.left = `${Math.max(8, Math.min(button.left, innerWidth - width - 8))}px`;
  const top = isBelow ? button.bottom + 4 : button.top - height - 4;
  list.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
}

function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button:not(:disabled)')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  items.at((at + step) % items.length)?.focus();
}
