import { posix } from 'node:path';
import type { LldDocument, Scenario } from '../../governance/lld/document.ts';
import { parseLld } from '../../governance/lld/parse-lld.ts';
import { changeTypeOf } from '../../governance/lld/template.ts';
import { AgentOsError } from '../../model/errors.ts';
import { quoteSafely } from '../../model/text.ts';
import { readDesign } from '../requirements/frame.ts';
import type { AnnouncedFile } from './gates/gate-input.ts';
import type { LoadedLld } from './load-lld.ts';
import { isManual } from './matrix.ts';

/** What is to be built, as the design says. */
export interface Design {
  readonly document: LldDocument;
  /** Without header, review log and issue. */
  readonly text: string;
  readonly title: string;
  readonly announced: readonly AnnouncedFile[];
  /** Those that a machine can run. */
  readonly scenarios: readonly Scenario[];
  /** The commit that its paths were checked against. */
  readonly base: string | null;
}

/** What this tool writes itself. */
const ownOutput = /^docs\/(lld|lineage|reports)\//;

/** Throws LLD_UNUSABLE for a design that nothing can be built or proved by. */
export function parseDesign({ text }: LoadedLld, title: string): Design {
  const document = parseLld(text);
  const announced = document.files.map(toAnnounced);
  const scenarios = document.scenarios.filter((scenario) => !isManual(scenario));
  if (announced.length === 0) throw unusable('it lists no files (section 2.1)');
  if (announced.every(({ path }) => ownOutput.test(path)))
    throw unusable(
      'it announces no file of the code (section 2.1): name files in the issue, new ones as code (`src/name.ts`), and have it designed anew',
    );
  if (scenarios.length === 0) throw unusable('it has no scenario that a machine can run (section 10.1)');
  const odd = scenarios.find(({ id }) => !/^\d{3}$/.test(id));
  if (odd !== undefined) throw unusable(`the id ${quoteSafely(odd.id)} of a scenario has not three digits`);
  return { document, text: readDesign(text), title, announced, scenarios, base: document.header?.base?.value ?? null };
}

function toAnnounced({ path, change, description }: LldDocument['files'][number]): AnnouncedFile {
  const normal = posix.normalize(path.trim().replaceAll('\\', '/'));
  const type = changeTypeOf(change.trim());
  if (type === null) throw unusable(`${quoteSafely(change)} is no type of change (${quoteSafely(path)})`);
  if (/^(\.{1,2}(\/|$)|\/|\.git(\/|$))/.test(normal))
    throw unusable(`${quoteSafely(path)} is no file of the repository`);
  return { path: normal.replace(/\/$/, ''), change: type, description };
}

function unusable(why: string): AgentOsError {
  return new AgentOsError('LLD_UNUSABLE', `this design cannot be implemented: ${why}`);
}
