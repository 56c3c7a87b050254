const severities = { INFO: 1, WARN: 2, ERROR: 3, SILENT: 4 } as const;
type Level = Exclude<keyof typeof severities, 'SILENT'>;

/** The variable with the least severe level that is written, or SILENT. Default: INFO */
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
    process.stdout.write(`${textOf(line)}\n`);
  };

/**
 * Writes structured log lines. Each line is a JSON object with the fields of the second argument. Never pass a request body, a file or a
 * credential.
 */
export const log = { info: writer('INFO'), warn: writer('WARN'), error: writer('ERROR') };

/** Returns the trace id of the present invocation. Lambda sets the variable to `Root=1-...;Parent=...;Sampled=1`. */
const traceId = (): string | undefined => process.env._X_AMZN_TRACE_ID?.split(';')[0]?.replace('Root=', '');

/** Returns the text of a line. Never throws. */
function textOf(line: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(line, writable());
  } catch {
    return JSON.stringify(
      Object.fromEntries(Object.entries(line).map(([name, value]) => [name, named(value)])),
    );
  }
}

/** Returns the JSON replacer for one line. It writes each object only once, because errors can refer to themselves and to each other. */
function writable() {
  const written = new WeakSet();
  return (_name: string, value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) {
      if (written.has(value)) return '(above)';
      written.add(value);
    }
    return value instanceof Error ? plain(value) : typeof value === 'bigint' ? String(value) : value;
  };
}

/** Returns an error as an object, without the long `$response` in errors of the AWS SDK. */
function plain(error: Error) {
  const { $response: _answer, ...more } = error as Error & { readonly $response?: unknown };
  const { name, message, stack, cause } = error;
  return {
    ...more,
    name,
    message,
    stack,
    cause,
    ...(error instanceof AggregateError && { errors: error.errors }),
  };
}

/** Describes in a few words a value that cannot be written in full. */
function named(value: unknown): unknown {
  if (value === undefined || typeof value === 'number') return value;
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}
