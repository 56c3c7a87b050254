import { grounds } from '../contract/accentColor.ts';

/**
 * What pages and the console share: colours in the light and the dark scheme, typefaces, and one scale of sizes, weights and spaces.
 * shared/console/README.md shows the scale. Only titles are bold.
 */
export const tokens = `
:root {
  color-scheme: light dark;
  --paper: #fff; --desk: ${grounds.light}; --ink: #171c26; --quiet: #566070; --line: #d3d7dd;
  --accent: #1a4a78; --on-accent: #fff; --alert: #9c2b1e; --note: #f2f5f9; --good: #2c6e49;
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, Charter, Georgia, 'Noto Serif', serif;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif;
  --small: .8125rem; --text: .9375rem; --head: 1.125rem; --title: 1.5rem; --display: clamp(1.875rem, 1.4rem + 2vw, 2.5rem);
  --regular: 400; --bold: 600;
  --s1: .25rem; --s2: .5rem; --s3: .75rem; --s4: 1rem; --s5: 1.5rem; --s6: 2rem; --s7: 3rem; --s8: 4rem;
}
@media (pointer: coarse) { :root { --small: .875rem; --text: 1rem; } }
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181f; --desk: #0c0f14; --ink: #e7e9ee; --quiet: #a2abb8; --line: #343c49;
    --accent: #94bfe9; --on-accent: #0d1a28; --alert: #f2a093; --note: ${grounds.dark}; --good: #86cfa6;
  }
}
*, ::before, ::after { box-sizing: border-box; }
ul, ol { list-style: none; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
h1, h2, h3, .titled { font-weight: var(--bold); }
b, strong, th { font-weight: inherit; }
main:focus { outline: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:focus { transform: none; }
`;
