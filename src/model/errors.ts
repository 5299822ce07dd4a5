/** Trouble that we can explain. Its code is stable; its message says what, where and what to do. */
export class AgentOsError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'AgentOsError';
    this.code = code;
  }
}

/** The system's name for what went wrong, such as ENOENT; null if the system was not asked. */
export function errnoOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code)
    ? error.code
    : null;
}
