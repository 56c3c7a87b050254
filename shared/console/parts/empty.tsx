import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** A text about the first step. */
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** Shown in place of a list without items. */
export const Empty = ({ icon, title, text, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);
