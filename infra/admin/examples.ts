/** How commands are used, for the end of their help. Those that npm's own output would spoil are given with `npm run`. */
export const examples = (...commands: readonly string[]): string =>
  [
    commands.length > 1 ? '\nExamples:' : '\nExample:',
    ...commands.map((command) =>
      command.includes('npm run') ? `  ${command}` : `  npm run admin -- ${command}`,
    ),
  ].join('\n');
