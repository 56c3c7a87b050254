import { render } from 'preact';
import { App } from './app.tsx';
import { retryWhenOnline } from './library/uploads.ts';
import { watchClosing } from './service/unfinished.ts';
import { start } from './start.ts';

const root = document.getElementById('console');
if (root) {
  watchClosing();
  retryWhenOnline();
  const started = start();
  render(<App started={started} />, root);
}
