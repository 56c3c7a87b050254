const severities = { INFO: 1, WARN: 2, ERROR: 3, SILENT: 4 } as const;
type Level = Exclude<keyof typeof severities, 'SILENT'>;

/** The variable that names the least severe level to be written, or SILENT. Default: INFO */
const levelVariable = 'LOG_LEVEL';

const isWritten = (level: Level): boolean => {
  const least = process.env[levelVariable];
  return severities[level] >= (least !== undefined && least in severities ? severities[least as Level] : 1);
};

const writer =
  (level: Level) =>
  (message: string, about: Readonly<Record<string, unknown>> = {}): void => {
    if (!isWritten(level)) return;
    const line = {
      level,
      message,
      timestamp: new Date().toISOString(),
      service: 'document-governance',
      xray_trace_id: traceId(),
      ...about,
    };
    process.stdout.write(`${JSON.stringify(line, writable)}\n`);
  };

/**
 * Writes structured log lines, one JSON object each. Pass what a line is about as its second argument; never a request body,
 * a file or a credential.
 */
export const log = { info: writer('INFO'), warn: writer('WARN'), error: writer('ERROR') };

/** Lambda puts the trace of the present invocation into a variable: `Root=1-...;Parent=...;Sampled=1`. */
const traceId = (): string | undefined => process.env._X_AMZN_TRACE_ID?.split(';')[0]?.replace('Root=', '');

/** Returns what JSON has no word for in other words. Answers that errors of the SDK carry are long, and are left out. */
function writable(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  const { $response: _answer, ...more } = value as Error & { readonly $response?: unknown };
  const { name, message, stack, cause } = value;
  return { ...more, name, message, stack, cause };
}
