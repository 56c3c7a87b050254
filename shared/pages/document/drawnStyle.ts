import { compact } from '../style.ts';

/**
 * The style of pages that the script draws: the part of the style sheet of PDF.js that text, its marks and links need. Names of classes and
 * properties are those of the library. Pages are as wide as their places in the column.
 */
export const drawnStyle = compact(`
.viewer:has(.sheets):not(:has(iframe)) { display: block; position: static; align-self: stretch; height: auto; min-height: 80vh; border: 0; background: none; overflow: visible; min-width: 0; }
.viewer:has(iframe) .sheets, .viewer:has(iframe) .loading { display: none; }
@media print { .viewer:has(.sheets):not(:has(iframe)) { display: none; } }
.loading { padding: var(--s5); text-align: center; color: var(--quiet); }
.sheets > li[data-page] { aspect-ratio: var(--shape, 1); min-height: 0; position: relative; overflow: clip; background: #fff; box-shadow: 0 0 0 1px var(--line); }
.sheets > li:not(:has(canvas))::before { content: attr(data-state); position: absolute; inset: auto 0; padding: var(--s5); color: #566070; text-align: center; }
.sheets .page {
  --user-unit: 1; --total-scale-factor: calc(var(--scale-factor) * var(--user-unit)); --scale-round-x: 1px; --scale-round-y: 1px;
  position: relative; direction: ltr; overflow: clip; max-width: 100%;
}
.canvasWrapper { position: absolute; inset: 0; overflow: hidden; }
.canvasWrapper canvas { position: absolute; width: 100%; height: 100%; margin: 0; display: block; contain: content; }
.textLayer {
  color-scheme: only light; position: absolute; inset: 0; overflow: clip; opacity: 1; line-height: 1; letter-spacing: normal; word-spacing: normal;
  text-align: initial; -webkit-text-size-adjust: none; text-size-adjust: none; forced-color-adjust: none; transform-origin: 0 0; z-index: 0;
  --min-font-size: 1; --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size)); --min-font-size-inv: calc(1 / var(--min-font-size));
}
.textLayer :is(span, br) { color: transparent; position: absolute; white-space: pre; cursor: text; transform-origin: 0 0; user-select: text; -webkit-user-select: text; }
.textLayer > :not(.markedContent), .textLayer .markedContent span:not(.markedContent) {
  z-index: 1; --font-height: 0; font-size: calc(var(--text-scale-factor) * var(--font-height)); --scale-x: 1; --rotate: 0deg;
  transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv));
}
.textLayer .markedContent { display: contents; }
.textLayer span[role=img] { user-select: none; -webkit-user-select: none; cursor: default; }
.textLayer .highlight { margin: -1px; padding: 1px; border-radius: 4px; background: rgb(255 200 0 / .45); }
.textLayer .highlight.appended { position: initial; }
.textLayer .highlight.selected { background: rgb(255 120 0 / .6); outline: 2px solid #7a3b00; scroll-margin: 8rem; }
.textLayer ::selection { background: rgb(0 90 255 / .3); color: transparent; }
.textLayer .endOfContent { display: block; position: absolute; inset: 100% 0 0; z-index: 0; cursor: default; user-select: none; -webkit-user-select: none; }
.textLayer.selecting .endOfContent { top: 0; }
.annotationLayer { position: absolute; inset: 0; pointer-events: none; transform-origin: 0 0; }
.annotationLayer section { position: absolute; box-sizing: border-box; margin: 0; transform-origin: 0 0; pointer-events: auto; user-select: none; -webkit-user-select: none; }
.annotationLayer section:not(.linkAnnotation) { display: none; }
.annotationLayer .linkAnnotation > a { position: absolute; inset: 0; }
.annotationLayer .linkAnnotation > a:is(:hover, :focus-visible) { background: rgb(255 200 0 / .25); }
@media (forced-colors: active) { .textLayer .highlight { outline: 2px solid Highlight; } }
`);
