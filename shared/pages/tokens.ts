/** The colours and typefaces of the pages and the console, in the light and the dark scheme, and the style rules that they share. */
export const tokens = `
:root {
  color-scheme: light dark;
  --paper: #fff; --desk: #eef0f3; --ink: #171c26; --quiet: #566070; --line: #d3d7dd;
  --accent: #1a4a78; --on-accent: #fff; --alert: #9c2b1e; --note: #f2f5f9; --good: #2c6e49;
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, Charter, Georgia, 'Noto Serif', serif;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181f; --desk: #0c0f14; --ink: #e7e9ee; --quiet: #a2abb8; --line: #343c49;
    --accent: #94bfe9; --on-accent: #0d1a28; --alert: #f2a093; --note: #1c2430; --good: #86cfa6;
  }
}
*, ::before, ::after { box-sizing: border-box; }
ul, ol { list-style: none; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
main:focus { outline: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:focus { transform: none; }
`;
