import { pathToFileURL } from 'node:url';
import type { Severity } from '../governance/finding.ts';
import { isInside, showPath } from '../model/paths.ts';
import type { LintedFile } from './lint.ts';

/** What the report says of each check. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly description: string;
}

/** Who made the report, and where the repository is that its paths belong to. */
export interface SarifSetting {
  readonly version: string;
  readonly repoDir: string;
}

/** SARIF 2.1.0, for code scanning. */
export function toSarif(files: readonly LintedFile[], rules: readonly Rule[], { version, repoDir }: SarifSetting) {
  const driver = { name: 'agentos', version, rules: rules.map(toRule) };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results: files.flatMap((file) => toResults(file, repoDir)) }],
  };
}

function toRule({ id, severity, description }: Rule) {
  return { id, shortDescription: { text: description }, defaultConfiguration: { level: severity } };
}

function toResults({ realPath, findings }: LintedFile, repoDir: string) {
  const uri = toUri(realPath, repoDir);
  return findings.map(({ check, severity, line, message }) => ({
    ruleId: check,
    level: severity,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } }],
  }));
}

/** Relative to the repository, as code scanning wants it. */
function toUri(path: string, repoDir: string): string {
  if (!isInside(repoDir, path)) return pathToFileURL(path).href;
  return showPath(repoDir, path).split('/').map(encodeURIComponent).join('/');
}
