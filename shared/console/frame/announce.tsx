import { signal } from '@preact/signals';

const announced = signal({ text: '', turn: 0 });

/** Says a text to people who use a screen reader. */
export function announce(text: string): void {
  announced.value = { text, turn: announced.value.turn + 1 };
}

/** Two regions in turn, so that a text that is said twice is read twice. */
export const Announcer = () => {
  const { text, turn } = announced.value;
  return (
    <div class="hidden" aria-live="polite">
      <p>{turn % 2 === 0 ? text : ''}</p>
      <p>{turn % 2 === 1 ? text : ''}</p>
    </div>
  );
};
