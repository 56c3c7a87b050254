import type { LocalMail } from './mailbox.ts';

const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50em; margin: 0 auto; padding: 16px; overflow-wrap: anywhere }
article { border-top: 1px solid #8889; padding: 12px 0 }
h2 { font-size: 1.1em; margin: 0 }
p { margin: 4px 0 }
form { display: inline }
button, summary { min-height: 44px; padding: 0 12px; font: inherit }
iframe { width: 100%; height: 30em; border: 1px solid #8889; background: Canvas }
pre { white-space: pre-wrap }`;

/** Returns the page that shows all mails, newest first. */
export const inboxPage = (mails: readonly LocalMail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local inbox</title>
<style>${style}</style>
</head>
<body>
<h1>Local inbox</h1>
<p>Mails of the service on this machine. None of them leaves it.</p>
${mails.length === 0 ? '<p>No mail yet. Reload the page to look again.</p>' : mails.map(entry).reverse().join('\n')}
</body>
</html>`;

function entry({ id, at, input }: LocalMail): string {
  const { Subject, Body, Headers } = input.Content.Simple;
  const headers = Headers.map(({ Name, Value }) => `${Name}: ${Value}`).join('\n');
  return `<article>
<h2 dir="auto"><a href="/mails/${id}">${escaped(Subject.Data)}</a></h2>
<p>To <strong>${escaped(input.Destination.ToAddresses[0])}</strong>, from ${escaped(input.FromEmailAddress)}, ${at}</p>
<details><summary>Text and headers</summary><pre dir="auto">${escaped(`${headers}\n\n${Body.Text?.Data ?? ''}`)}</pre></details>
<p>Simulate: ${button(id, 'bounce', 'Bounce')} ${button(id, 'transient-bounce', 'Transient bounce')} ${button(id, 'complaint', 'Complaint')}</p>
</article>`;
}

const button = (id: string, what: string, label: string): string =>
  `<form method="post" action="/mails/${id}/${what}"><button>${label}</button></form>`;
