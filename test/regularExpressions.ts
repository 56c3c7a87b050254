/**
 * Part of `npm run check`: checks that every regular expression in a folder, by default `shared` and `functions`, takes time linear in the
 * text. Prints each expression that does not, or that `recheck` cannot read, and then fails.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { checkSync } from 'recheck';

/** Expressions that are applied only to texts of the service itself, with the reason. They are not checked. */
const unchecked: Readonly<Record<string, string>> = {
  '/\\B(?=(?:\\d{3})+$)/g': 'numbers have few digits',
  '/`(?<code>[^`]+)`|\\*\\*(?<strong>[^*]+)\\*\\*|\\[(?<label>[^\\]]+)\\]\\((?<target>[^)\\s]+)\\)/g':
    'descriptions of the contract',
  '/"(\\w+)":"[a-z]{3,4}_[0-9a-hjkmnp-tv-z]{26}"/g': 'examples of the contract',
  '/<([^>]+)>; rel="next"/': 'a header of the service',
  '/\\/+$/': 'the base URL that a program gives to the client',
  '/^audit block 1\\nchain (.+)\\nnumber (\\d+)\\nprevious ([0-9a-f]{64})\\nsealed_at (.+)\\nsealed_before (.+)\\nearlier_kept_until (\\d+)\\n((?:[0-9a-z]{26} \\d+ [0-9a-f]{64}\\n)*)$/':
    'blocks that the service sealed',
  '/^audit head 1\\nchain (.+)\\nnumber (\\d+)\\nblock ([0-9a-f]{64})\\nkept_until (\\d+)\\n$/':
    'heads that the service signed',
};

/** `recheck` counts characters, and no time. With its default times, a busy machine would look like an attack that takes long. */
const untimed = { timeout: null, incubationTimeout: null, attackTimeout: null, randomSeed: 0 } as const;

const folders = process.argv.slice(2);
const files = (folders.length > 0 ? folders : ['shared', 'functions']).flatMap((folder) =>
  globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (name) => name === 'node_modules' }).map((file) =>
    join(folder, file),
  ),
);

/** Expressions that modules made by `new RegExp` when they were loaded, by the file and line of that code. */
const made = new Map<string, Set<RegExp>>();
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, parameters, newTarget) {
    const expression: RegExp = Reflect.construct(target, parameters, newTarget);
    const [place = ''] = /file:\/\/\S+\.ts:\d+/.exec(new Error().stack?.split('\n')[2] ?? '') ?? [];
    made.set(place, (made.get(place) ?? new Set()).add(expression));
    return expression;
  },
});

/** The first place of each expression. */
const places = new Map<string, string>();
const faults: string[] = [];

for (const file of files) {
  const source = readFileSync(file, 'utf8');
  if (!/RegExp|\//.test(source)) continue;
  const lineOf = (offset: number): number => source.slice(0, offset).split('\n').length;
  const constructions: number[] = [];
  const construction = ({ callee, start }: { readonly callee: object; readonly start: number }) => {
    if ('name' in callee && callee.name === 'RegExp') constructions.push(lineOf(start));
  };
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const expression = `/${node.regex.pattern}/${node.regex.flags}`;
      if (!places.has(expression)) places.set(expression, `${file}:${lineOf(node.start)}`);
    },
    NewExpression: construction,
    CallExpression: construction,
  }).visit(parseSync(file, source).program);
  if (constructions.length === 0) continue;
  const { href } = pathToFileURL(resolve(file));
  await import(href);
  for (const line of constructions) {
    const expressions = made.get(`${href}:${line}`);
    if (!expressions)
      faults.push(
        `${file}:${line}: make this expression when the module is loaded, or write it as a literal`,
      );
    for (const expression of expressions ?? []) places.set(String(expression), `${file}:${line}`);
  }
}

for (const [expression, place] of places) {
  if (expression in unchecked) continue;
  const end = expression.lastIndexOf('/');
  const [source, flags] = [expression.slice(1, end), expression.slice(end + 1)];
  // Attacks on the expression are tried only where no proof can be made, as for lookaheads.
  const proof = checkSync(source, flags, { ...untimed, checker: 'automaton' });
  const result =
    proof.status === 'unknown' ? checkSync(source, flags, { ...untimed, checker: 'fuzz' }) : proof;
  if (result.status === 'safe') continue;
  const reason =
    result.status === 'vulnerable'
      ? `takes more than linear time (${result.complexity.summary})`
      : `cannot be checked (${result.error.kind}); write it in another way`;
  faults.push(`${place}: ${expression} ${reason}`);
}
if (folders.length === 0)
  for (const expression of Object.keys(unchecked))
    if (!places.has(expression)) faults.push(`${import.meta.filename}: ${expression} is not in use any more`);

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
