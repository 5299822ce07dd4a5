import { secretCommandEnvironment } from '../../config/environment.ts';
import { type GithubConfig, githubVariables } from '../../config/github-section.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { SecretReference } from '../../model/secret-reference.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { findWeakness } from '../../redaction/unknown-part.ts';
import { SecretBox } from '../../secrets/secret-box.ts';
import { makeRunCommand } from '../../secrets/secret-command.ts';
import { readSecretFile } from '../../secrets/secret-file.ts';
import { findFlaw } from '../../secrets/secret-flaw.ts';
import { emptyCoreDumps } from '../../secrets/wipe-environment.ts';
import { hideKeys } from '../models/hide-keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The token that the config refers to; null if there is none. From now on no token is in the environment, and nothing
 * that is written holds this one. Throws `CREDENTIAL_INVALID`, which says where it was looked for, and shows no value.
 */
export async function loadGithubToken({ token }: GithubConfig, redaction: Redaction): Promise<SecretBox | null> {
  const named = token?.kind === 'variable' ? [token.variable] : [];
  const environment = hideKeys(redaction, [...githubVariables, ...named]);
  if (token === null) return null;
  emptyCoreDumps();
  const text = (await readToken(token, environment)).trim();
  const flaw = findFlaw(text) ?? findWeakness(text);
  if (flaw !== null) throw new AgentOsError('CREDENTIAL_INVALID', `${placeOf(token)} ${flaw} (the token for GitHub)`);
  redaction.register('github', text);
  return new SecretBox('github', text);
}

/** `need` says who cannot go on without one. */
export function missingToken(need: string): AgentOsError {
  const ways = 'set GITHUB_TOKEN, or name one as "github": { "token": … } in your config';
  return new AgentOsError('GITHUB_AUTH', `${need}: ${ways}`);
}

async function readToken(token: SecretReference, environment: Environment): Promise<string> {
  if (token.kind === 'file') return readSecretFile(token.path);
  if (token.kind === 'variable') return environment[token.variable] ?? '';
  const printed = await makeRunCommand(secretCommandEnvironment())(token);
  return printed.split('\n', 1).join();
}

function placeOf(token: SecretReference): string {
  if (token.kind === 'file') return token.path;
  return token.kind === 'variable' ? token.variable : `what cmd:${token.program} prints`;
}
