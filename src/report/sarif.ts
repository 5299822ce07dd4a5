import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Severity } from '../governance/finding.ts';
import type { LintedFile } from './lint.ts';

/** What the report says of each check. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly description: string;
}

/** SARIF 2.1.0, for code scanning. */
export function toSarif(files: readonly LintedFile[], rules: readonly Rule[], version: string) {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      { tool: { driver: { name: 'agentos', version, rules: rules.map(toRule) } }, results: files.flatMap(toResults) },
    ],
  };
}

function toRule({ id, severity, description }: Rule) {
  return { id, shortDescription: { text: description }, defaultConfiguration: { level: severity } };
}

function toResults({ path, findings }: LintedFile) {
  const uri = isAbsolute(path) ? pathToFileURL(path).href : path.split('/').map(encodeURIComponent).join('/');
  return findings.map(({ check, severity, line, message }) => ({
    ruleId: check,
    level: severity,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } }],
  }));
}
