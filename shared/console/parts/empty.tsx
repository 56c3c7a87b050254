import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** What to do first. */
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** The place of a list that has nothing yet. */
export const Empty = ({ icon, title, text, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);
