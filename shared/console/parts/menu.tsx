import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

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
  readonly commands?: readonly (Command | false)[];
  /** Below the commands. Default: nothing */
  readonly children?: ComponentChildren;
}

/** A button that opens a list of actions, as a popover of the browser: Escape and a click beside it close it. */
export function Menu({
  label,
  button,
  class: className = 'icon-button',
  commands = [],
  children,
}: MenuProps) {
  const shown = commands.filter((command) => command !== false);
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  if (shown.length === 0 && !children) return null;
  return (
    <>
      <button
        ref={opener}
        type="button"
        class={className}
        popovertarget={id}
        aria-haspopup="true"
        {...(button === undefined && { 'aria-label': label })}
      >
        {button ?? <Icon name="more" />}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        class="menu"
        role="group"
        aria-label={label}
        onToggle={(event) => {
          if (event.newState === 'open' && opener.current && list.current)
            place(opener.current, list.current);
        }}
        onClick={() => list.current?.hidePopover()}
        onKeyDown={(event) => moveFocus(event)}
      >
        {shown.map(({ id: key, title, href, run, ...item }) =>
          href === undefined ? (
            <MenuButton key={key ?? title} onClick={() => void run?.()} {...item}>
              {title}
            </MenuButton>
          ) : (
            <a key={key ?? title} class="menu-item" href={href} target="_blank" rel="noopener">
              {item.icon && <Icon name={item.icon} />}
              <bdi>{title}</bdi>
            </a>
          ),
        )}
        {children}
      </div>
    </>
  );
}

/** Places a menu below its button, or above it if there is no room, within the window. */
function place(opener: HTMLElement, list: HTMLElement): void {
  const button = opener.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const left = Math.max(8, Math.min(button.left, innerWidth - width - 8));
  const isBelow = button.bottom + height + 8 <= innerHeight || button.top < height;
  list.style.left = `${left}px`;
  list.style.top = `${isBelow ? button.bottom + 4 : button.top - height - 4}px`;
  list.querySelector<HTMLElement>('a, button')?.focus();
}

function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button:not(:disabled)')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  items.at((at + step) % items.length)?.focus();
}

interface ItemProps extends Pick<Command, 'icon' | 'disabled'> {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
}

export const MenuButton = ({ icon, children, ...button }: ItemProps) => (
  <button type="button" class={icon === 'bin' ? 'menu-item destructive' : 'menu-item'} {...button}>
    {icon && <Icon name={icon} />}
    <bdi>{children}</bdi>
  </button>
);
