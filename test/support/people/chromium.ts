import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from './installed.ts';

const { path, missing } = findBrowser('Chromium', [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]);

/** The reason why tests in this browser are skipped; empty if it is installed. */
export const noBrowser: string = missing;

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
 * Features that cost time: two hidden pages of the address bar in each window, and a spare process for the next page. Chromium uses only
 * the last list of its command line, so this one also has the features that Playwright disables.
 */
const disabledFeatures = [
  'SpareRendererForSitePerProcess',
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
    ...(path !== undefined && { executablePath: path }),
    // In containers and for root, Chromium's sandbox does not work. The pages are our own.
    chromiumSandbox: false,
    args: [...quiet, `--disable-features=${disabledFeatures.join(',')}`],
    // With this default of Playwright, the viewer is missing.
    ignoreDefaultArgs: ['--disable-component-extensions-with-background-pages'],
  });
