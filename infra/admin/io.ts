/** Where text goes; a terminal says how wide it is. */
export interface TextSink {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

/** The command line sees the world around it through this. The AWS SDK reads its own settings from the process. */
export interface Io {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds. Default: the clock */
  readonly now?: () => number;
}
