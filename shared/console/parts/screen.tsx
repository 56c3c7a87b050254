import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../words/words.ts';
import { Icon } from './controls.tsx';

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

/** The first screen does not move the focus. */
let isFirst = true;

/** A screen. It sets the title of the window, and moves the focus to its heading, so that screen readers read the heading. */
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

/** A link back to a list, above the screen of one of its items. */
export const Back = ({ href, title }: { readonly href: string; readonly title: string }) => (
  <a class="back" href={href}>
    <Icon name="chevron" />
    {title}
  </a>
);
