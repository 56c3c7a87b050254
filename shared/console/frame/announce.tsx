import { signal } from '@preact/signals';

const announced = signal({ text: '', turn: 0 });

/** Makes screen readers read a text. */
export function announce(text: string): void {
  announced.value = { text, turn: announced.value.turn + 1 };
}

/** Two regions take turns, so that screen readers also read a text that is the same as the one before. */
export const Announcer = () => {
  const { text, turn } = announced.value;
  return (
    <div class="hidden" aria-live="polite">
      <p>{turn % 2 === 0 ? text : ''}</p>
      <p>{turn % 2 === 1 ? text : ''}</p>
    </div>
  );
};
