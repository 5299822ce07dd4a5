import { dirname } from 'node:path';
import { fieldOf } from '../model/json.ts';
import type { SecretReference } from '../model/secret-reference.ts';
import type { ConfigFile } from './config-file.ts';
import { baseUrlOf } from './credential-base-url.ts';
import { beginsLikeKey, looksLikeKey } from './credential-likeness.ts';
import { parseSecretReference } from './credential-reference.ts';
import { type Expected, Section } from './credential-section.ts';
import type { Variables } from './credential-variables.ts';
import { tellNamedKeys } from './credential-watch.ts';

/** The key of a config that is about GitHub. */
export const githubKey = 'github';

/** Where GitHub's own tools look for a token. */
export const githubVariables = ['GITHUB_TOKEN', 'GH_TOKEN'] as const;

/** How GitHub is spoken to. No secret is in it. */
export interface GithubConfig {
  readonly baseUrl: string;
  /** Null: as anybody may. */
  readonly token: SecretReference | null;
}

const publicServer = 'https://api.github.com';

/** Contract: throws `CONFIG_INVALID` with file and line, and shows no text that might be a token. */
export function resolveGithubConfig(file: ConfigFile | null, environment: Variables): GithubConfig {
  if (file === null || !Object.hasOwn(file.data, githubKey)) return fromVariables(environment);
  tellNamedKeys([{ secret: fieldOf(file.data[githubKey], 'token') }]);
  const section = new Section(file, [githubKey], file.data[githubKey]);
  section.refuseOthers(['token', 'baseUrl']);
  const place = {
    folder: dirname(file.path),
    home: environment['HOME'] ?? null,
    hasVariable: (name: string) => environment[name] !== undefined,
  };
  const token = section.read('token', referenceFrom(place));
  const baseUrl = section.read('baseUrl', baseUrlOf('openai')) ?? publicServer;
  // A token of the public GitHub is not sent to whatever server a config names.
  return { baseUrl, token: token ?? (baseUrl === publicServer ? fromVariables(environment).token : null) };
}

function fromVariables(environment: Variables): GithubConfig {
  const variable = githubVariables.find((name) => (environment[name] ?? '') !== '');
  return { baseUrl: publicServer, token: variable === undefined ? null : { kind: 'variable', variable, part: null } };
}

function referenceFrom(place: Parameters<typeof parseSecretReference>[1]): Expected<SecretReference> {
  return {
    expects: 'a reference and never the token itself: "env:NAME", "file:PATH" or "cmd:PROGRAM ARGS"',
    fromData: (data) =>
      typeof data === 'string' && !isTokenInDisguise(data)
        ? (parseSecretReference(data, place) ?? undefined)
        : undefined,
  };
}

/** `file:TOKEN` would be told as a file that is not there, by its name. */
function isTokenInDisguise(text: string): boolean {
  return beginsLikeKey(text) || (!/[\s/]/.test(text) && looksLikeKey(text));
}
