import { findAbove } from '../../governance/checks/file-path.ts';
import { type DraftContent, mostInDraft } from '../../governance/lld/draft-form.ts';
import { longestLine } from '../../governance/reply-bounds.ts';
import { AgentOsError } from '../../model/errors.ts';
import { cutText } from '../../model/text.ts';
import type { Brief } from '../provider.ts';
import { type IssueFacts, readIssueFacts } from './issue-facts.ts';

/**
 * Builds a complete design from what the issue itself says; no model takes part, and the document says so.
 * The same issue always gives the same draft.
 */
export function draftOffline(brief: Brief): DraftContent {
  const facts = readIssueFacts(brief.issueText);
  const criteria = facts.criteria.length > 0 ? facts.criteria : [`${brief.title} works as the issue describes`];
  const requirements = criteria.map(makeLine);
  refuseMore(criteria.length, mostInDraft.requirements, 'criteria');
  refuseMore(facts.questions.length, mostInDraft.questions, 'questions');
  const files = listFiles(facts, brief);
  refuseMore(files.length, mostInDraft.files, 'files');
  return {
    objective: makeLine(facts.story ?? brief.title),
    related: listRelated(facts, brief),
    openQuestions: answerQuestions(facts),
    files,
    decisions: [
      {
        decision: 'Scope of the change',
        options: 'The issue as written; a wider change',
        choice: 'The issue as written',
        rationale: 'No model took part, so nothing was added to what the issue says',
      },
    ],
    requirements,
    scenarios: requirements.map((requirement, index) => makeScenario(requirement, index, requirements.length)),
    risks: [
      {
        risk: 'The issue leaves out something that matters',
        impact: 'Med',
        likelihood: 'Med',
        mitigation: 'A person reads this draft beside the original issue before it is approved',
      },
    ],
    prose: writeProse(requirements),
  };
}

/** An issue that speaks of a TODO has none left: what it speaks of stands as code, where it does not already. */
function quotePlaceholders(text: string): string {
  return text.replace(/`+[^`]*`+|(?<![A-Za-z0-9])(?:TODO|TBD|FIXME|\d?X{3,4})(?![A-Za-z0-9])/g, (found) =>
    found.startsWith('`') ? found : `\`${found}\``,
  );
}

/** The issue stands below its design, word for word: what is cut here is not lost. */
function makeLine(text: string): string {
  return cutText(quotePlaceholders(text), longestLine);
}

/** A line may be cut; what a list left out would be missed by nobody. */
function refuseMore(count: number, most: number, what: string): void {
  if (count <= most) return;
  throw new AgentOsError('ISSUE_TOO_LARGE', `lists ${count} ${what}; a design holds ${most}: split the issue`);
}

function listRelated({ related }: IssueFacts, { id }: Brief): string {
  const others = related.filter((reference) => reference !== `#${id}`).join(', ');
  return cutText(others, longestLine) || 'none named in the issue';
}

function answerQuestions({ questions }: IssueFacts) {
  const answer = 'Assumption: as the issue is written; nobody was asked, because no model took part.';
  return questions.map((question) => ({ question: makeLine(question), answer }));
}

/** Where no path stands as code, files of the repository count that the issue names in its words. */
function listFiles({ paths, mentions }: IssueFacts, brief: Brief): DraftContent['files'] {
  const { hasPath, outputPath, base } = brief;
  // On disk folders are paths, too; at a commit they are none.
  const isBlocked = (path: string) => base !== null && findAbove(path, hasPath) !== null;
  // Without a folder it may be a call as well: `book.sort`.
  const mentioned = paths.some((path) => path.includes('/'))
    ? paths.filter((path) => path.includes('/') || hasPath(path))
    : mentions.filter(hasPath).slice(0, mostInDraft.files);
  const named = pickSpellings(mentioned, hasPath).filter((path) => !isBlocked(path));
  const list = (path: string, description: string): DraftContent['files'][number] => ({
    path,
    change: hasPath(path) ? 'Modify' : 'Add',
    description,
  });
  if (named.length === 0) return [list(outputPath, 'This design: the issue names no file')];
  return named.map((path) => list(path, 'Named in the issue'));
}

/** Letter case makes no other file: of several spellings the one that is there counts, or else the first. */
function pickSpellings(paths: readonly string[], hasPath: Brief['hasPath']): string[] {
  const spellings = Map.groupBy(paths, (path) => path.toLowerCase());
  return [...spellings.values()].flatMap((some) => some.find(hasPath) ?? some[0] ?? []);
}

/** Ids leave gaps of ten while three digits allow it. */
function makeScenario(requirement: string, index: number, count: number): DraftContent['scenarios'][number] {
  const id = String(count <= 99 ? (index + 1) * 10 : index + 1).padStart(3, '0');
  return {
    id,
    title: requirement,
    type: 'Auto',
    input: 'The smallest input that this requirement speaks of',
    expected: requirement,
    passCriteria: `1 automated test named \`${id}\` passes, and fails without the change`,
    requirements: [index + 1],
  };
}

function writeProse(requirements: readonly string[]): DraftContent['prose'] {
  return {
    dependencies: 'None named in the issue.',
    dataStructures: 'None named in the issue.',
    functionSignatures: 'None named in the issue.',
    logicFlow: requirements.map((_, index) => `${index + 1}. Make REQ-${index + 1} true.`).join('\n'),
    technicalApproach:
      'Drafted by `offline:` from the sections of the issue; no model took part. It is a complete skeleton, not a design decision.',
    alternatives: 'None considered: no model took part.',
    dataAndFixtures: 'The fixtures are the inputs of the scenarios in section 10.1.',
    diagram: 'A drawing would add nothing to the list in section 2.5.',
    securityAndSafety: 'Nothing beyond the files of section 2.1 is written.',
    performanceAndCost: 'The issue sets no budget.',
    legalAndCompliance: 'No new dependency and no personal data are named in the issue.',
    testCommands: 'The test command of the repository.',
    manualTests: 'None.',
    definitionOfDone: requirements.map((_, index) => `- [ ] REQ-${index + 1} is covered by a passing test`).join('\n'),
  };
}
