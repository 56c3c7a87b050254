import { type Browser, firefox } from 'playwright-core';
import { findBrowser } from './installed.ts';

const { path, missing } = findBrowser('Firefox', [
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]);

/** The reason why tests in this browser are skipped; empty if it is installed. */
export const noBrowser: string = missing;

/** Starts the installed Firefox, which Playwright drives by WebDriver BiDi. */
export const launchBrowser = (): Promise<Browser> =>
  firefox.launch({
    channel: 'moz-firefox',
    ...(path !== undefined && { executablePath: path }),
    // Without this preference, Firefox would not use the proxy of a window for addresses of this machine.
    firefoxUserPrefs: { 'network.proxy.allow_hijacking_localhost': true },
    timeout: 120_000,
  });
