/** Who a commit is by, and when: with the same of both, the same commit has the same id. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly at: number;
}

export function toVariables({ name, email, at }: Signature): Record<string, string> {
  const date = `@${Math.floor(at / 1000)} +0000`;
  const who = { name: clean(name) || 'AgentOS', email: clean(email) || 'agentos@localhost' };
  return {
    GIT_AUTHOR_NAME: who.name,
    GIT_AUTHOR_EMAIL: who.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: who.name,
    GIT_COMMITTER_EMAIL: who.email,
    GIT_COMMITTER_DATE: date,
  };
}

/** Git refuses names that are made of these alone. */
function clean(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f<>]/g, '').trim();
}
