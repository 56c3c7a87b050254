import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../words/words.ts';
import { Icon } from './icon.tsx';

interface ScreenProps {
  readonly title: string;
  /** Shown in place of the title; it contains an `h1`. Default: the title */
  readonly heading?: ComponentChildren;
  /** Above the title, such as a link back. */
  readonly above?: ComponentChildren;
  /** One sentence below the title. */
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The first screen leaves the focus where the browser has it. */
let isFirst = true;

/** A screen: it names the window, and moves the focus to its heading, so that screen readers read it. */
export function Screen({ title, heading, above, lead, actions, children }: ScreenProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = t('frame.windowTitle', { title });
  }, [title]);
  useEffect(() => {
    if (!isFirst) ref.current?.querySelector('h1')?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <div class="screen">
      {above}
      <header class="screen-head">
        <div class="screen-title" ref={ref}>
          {heading ?? <h1 tabIndex={-1}>{title}</h1>}
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="screen-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** The way from a thing to the list of its kind, above its screen. */
export const Back = ({ href, title }: { readonly href: string; readonly title: string }) => (
  <a class="back" href={href}>
    <Icon name="chevron" />
    {title}
  </a>
);
