import type { RepositoryReader } from '../model/repository-reader.ts';
import { charactersFor, countTokens } from '../model/tokens.ts';
import { clipLines } from './page.ts';
import { centralFiles } from './parts/central-files.ts';
import { concernedModules } from './parts/concerned-modules.ts';
import { documents } from './parts/documents.ts';
import { facts } from './parts/facts.ts';
import { manifests } from './parts/manifests.ts';
import type { Part } from './parts/part.ts';
import { tree } from './parts/tree.ts';
import type { Issue } from './relevance/issue-terms.ts';
import type { NamedPath } from './relevance/named-paths.ts';
import { type Study, studyRepository } from './study.ts';

/** What a drafter needs to be right about a repository. All of it is data of the repository, to be fenced as such. */
export interface Survey {
  readonly text: string;
  readonly tokens: number;
  /** How many files the repository has; our own output is none of it. */
  readonly files: number;
  /** Paths that the issue names, exactly or by an ending that only one has; those that are not there as they are written. */
  readonly named: readonly NamedPath[];
}

export const defaultSurveyTokens = 12_000;

const parts: readonly Part[] = [facts, tree, manifests, documents, centralFiles, concernedModules];

/**
 * Writes down what concerns an issue. Contract: the same repository and issue give the same text, it never takes more than
 * `maxTokens`, and nothing that a repository holds makes it throw or take long.
 */
export async function surveyRepository(
  reader: RepositoryReader,
  issue: Issue,
  maxTokens: number = defaultSurveyTokens,
): Promise<Survey> {
  const study = await studyRepository(reader, issue);
  const text = writeParts(study, charactersFor(maxTokens));
  return { text, tokens: countTokens(text), files: study.library.paths.length, named: study.named.files };
}

/** Each part may use its share and what those before it left; what concerns the issue most comes last and gets most. */
function writeParts(study: Study, maxCharacters: number): string {
  const written: string[] = [];
  let allowed = 0;
  let used = 0;
  for (const part of parts) {
    allowed += Math.floor(maxCharacters * part.share);
    const text = part.write(study, allowed - used - 1);
    if (text === '') continue;
    written.push(text);
    used += text.length + 1;
  }
  return clipLines(written.join('\n'), maxCharacters);
}
