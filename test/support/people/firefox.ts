import { existsSync } from 'node:fs';
import { type Browser, firefox } from 'playwright-core';

/** The usual places of Firefox. */
const wellKnownPaths = [
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The browser to test with: the one that FIREFOX names, or one that is installed; undefined when there is none. */
const browserPath: string | undefined = process.env.FIREFOX || wellKnownPaths.find(existsSync);

/** The reason why tests in Firefox are skipped; empty if Firefox is installed. */
export const noBrowser: string =
  browserPath === undefined
    ? '(skipped: no Firefox is installed; install one, or name its file in FIREFOX)'
    : '';

/** Starts the installed Firefox, which Playwright drives by WebDriver BiDi. */
export const launchBrowser = (): Promise<Browser> =>
  firefox.launch({
    channel: 'moz-firefox',
    ...(browserPath !== undefined && { executablePath: browserPath }),
    // Without this preference, Firefox would not use the proxy of a window for addresses of this machine.
    firefoxUserPrefs: { 'network.proxy.allow_hijacking_localhost': true },
    timeout: 120_000,
  });
