import { render } from 'preact';
import { App, start } from './app.tsx';
import { retryWhenOnline } from './library/uploads.ts';
import { watchClosing } from './service/unfinished.ts';

const root = document.getElementById('console');
if (root) {
  watchClosing();
  retryWhenOnline();
  void start();
  render(<App />, root);
}
