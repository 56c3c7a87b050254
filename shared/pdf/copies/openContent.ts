/** A token of a content stream, or the beginning of a string, a comment or the data of an inline image. */
const token = /[(%]|<<|>>|<[0-9A-Fa-f\s]*>?|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g;
const endOfLine = /[\r\n]|$/g;
const endOfImage = /\sEI(?![^\s])/g;

/** Returns the number of marked-content sequences that a content stream begins and does not end (ISO 32000-2, 14.6). */
export function openSequences(content: string): number {
  let open = 0;
  token.lastIndex = 0;
  for (let found = token.exec(content); found; found = token.exec(content)) {
    const at = token.lastIndex;
    if (found[0] === 'BDC' || found[0] === 'BMC') open += 1;
    else if (found[0] === 'EMC') open = Math.max(open - 1, 0);
    else if (found[0] === '(') token.lastIndex = endOfString(content, at);
    else if (found[0] === '%') token.lastIndex = endOf(endOfLine, content, at);
    else if (found[0] === 'ID') token.lastIndex = endOf(endOfImage, content, at);
  }
  return open;
}

function endOf(end: RegExp, content: string, from: number): number {
  end.lastIndex = from;
  return end.exec(content) ? end.lastIndex : content.length;
}

/** Returns the index after a string whose opening parenthesis comes before `from`. Parentheses nest (ISO 32000-2, 7.3.4.2). */
function endOfString(content: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; at < content.length && depth > 0; at++) {
    const character = content[at];
    if (character === '\\') at++;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
  }
  return at;
}
