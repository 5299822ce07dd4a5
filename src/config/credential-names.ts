/** Where each provider's own tools look for keys, and for another server. */
export const wellKnown = {
  anthropic: { keys: ['ANTHROPIC_API_KEY'], baseUrl: 'ANTHROPIC_BASE_URL' },
  openai: { keys: ['OPENAI_API_KEY'], baseUrl: 'OPENAI_BASE_URL' },
  google: { keys: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'], baseUrl: 'GOOGLE_GEMINI_BASE_URL' },
} as const;

const allKeys: readonly string[] = Object.values(wellKnown).flatMap(({ keys }) => keys);

/** `NAME`, `NAME_1`, `NAME_2` … as far as they are set, in this order. */
export function listNumbered(name: string, variables: readonly string[]): string[] {
  const numbers = variables.flatMap((variable) => {
    const number = variable.startsWith(`${name}_`) ? variable.slice(name.length + 1) : '';
    return /^\d{1,4}$/.test(number) ? [{ variable, number: Number(number) }] : [];
  });
  const sorted = numbers.toSorted((a, b) => a.number - b.number).map(({ variable }) => variable);
  return variables.includes(name) ? [name, ...sorted] : sorted;
}

/** Those of the variables that hold keys by their name. */
export function listKeyVariables(variables: readonly string[]): string[] {
  return allKeys.flatMap((name) => listNumbered(name, variables));
}

/** What every program needs, and what holds no key whatever a config says. */
const ordinary = ['PATH', 'HOME', 'PWD', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

export function isOrdinaryVariable(name: string): boolean {
  return ordinary.includes(name);
}

/** Capitals only: nobody's key looks like that, so that the name may be shown. */
export function isKeyVariable(name: string): boolean {
  return /^[A-Z_][A-Z0-9_]{0,127}$/.test(name) && !ordinary.includes(name);
}
