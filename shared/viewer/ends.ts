/** Writes times that the service gave in UTC in the zone of the reader, in the language of the page. */
export function writeInReadersZone(): void {
  const { lang } = document.documentElement;
  // `en-GB` and `en-US` write dates in different ways.
  const locale = navigator.languages.find((one) => one === lang || one.startsWith(`${lang}-`)) ?? lang;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const zone = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' });
  for (const time of document.querySelectorAll<HTMLTimeElement>('time.yours')) {
    const date = new Date(time.dateTime);
    const name = zone.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    time.textContent = `${format.format(date)} ${name}`.trim();
  }
}
