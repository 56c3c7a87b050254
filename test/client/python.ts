import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether this machine can run the Python programs of the guides. */
export const hasPython = await promisify(execFile)('python3', [
  '-c',
  'import requests, sys; assert sys.version_info >= (3, 11)',
]).then(
  () => true,
  () => false,
);
export const withoutPython = hasPython ? '' : '(skipped: this machine lacks Python 3.11 with requests)';
