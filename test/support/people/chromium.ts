import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The usual places of Chromium and Chrome. */
const wellKnownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser to test with: the one that CHROMIUM names, or one that is installed; undefined when there is none. */
const browserPath: string | undefined = process.env.CHROMIUM || wellKnownPaths.find(existsSync);

/** The reason why tests of pages are skipped; empty if a browser is there. For `describe.skipIf` and the names of tests. */
export const noBrowser: string =
  browserPath === undefined
    ? '(skipped: no Chromium is installed; install one, or name its file in CHROMIUM)'
    : '';

/** Turns off the browser's own requests, so that all requests are those of pages. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-gpu',
  '--metrics-recording-only',
  '--no-first-run',
];

/**
 * Features that cost time: two hidden pages of the address bar in each window. Chromium uses only the last list of its command line, so
 * this one also has the features that Playwright disables.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Starts a browser with the PDF viewer that people have. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    // Without a UTF-8 locale Chromium cannot name a download in other scripts.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    ...(browserPath !== undefined && { executablePath: browserPath }),
    // In containers and for root, Chromium's sandbox does not work. The pages are our own.
    chromiumSandbox: false,
    args: [...quiet, `--disable-features=${disabledFeatures.join(',')}`],
    // With this default of Playwright, the viewer is missing.
    ignoreDefaultArgs: ['--disable-component-extensions-with-background-pages'],
  });
