/** What a framework is asked for. */
export interface OptionsAsked {
  /** Relative to the folder that it runs in. */
  readonly files: readonly string[] | null;
  readonly names: readonly string[] | null;
  /** Absolute, in a folder of ours. */
  readonly reportFile: string;
  readonly coverageFile: string | null;
}

/** What a framework needs for a report: options, what stands behind them, and variables. */
export interface FrameworkOptions {
  readonly options: readonly string[];
  readonly operands: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Where it writes, if not to the places that it was asked for. */
  readonly coverageFile: string | null;
}
