import type { TaskReceipt } from '../../model/task-receipt.ts';
import { renderJson } from '../../model/text.ts';
import type { Squashed } from '../../worktrees/squash.ts';
import type { FileToPublish } from '../workflow.ts';
import { renderCommitMessage } from './commit-message.ts';
import type { HandOver } from './commit-work.ts';
import { type EvidenceFacts, listChangedFiles, makeEvidence } from './evidence.ts';
import { evidencePath, reportPaths } from './lineage-places.ts';
import type { Trail } from './make-green.ts';
import { renderImplementationReport } from './render-implementation-report.ts';
import { renderTestReport } from './render-test-report.ts';
import type { Approved } from './review-rounds.ts';
import type { Site } from './site.ts';

export interface PreparedHandOver extends HandOver {
  /** The evidence, bound to the commit that was made. */
  evidence(squashed: Squashed): FileToPublish;
}

/** Message, reports and evidence of approved work: all made from what finished steps have said. */
export function handOver(site: Site, trail: Trail, approved: Approved, receipt: TaskReceipt | null): PreparedHandOver {
  const { order, design, branchDesign, lld } = site;
  const { id, inputPath } = order.task;
  const facts = { ...gatherFacts(site, trail, approved), receipt };
  const paths = reportPaths(id);
  const { requirements } = facts;
  return {
    message: renderCommitMessage({ id, title: design.title, lldPath: inputPath, requirements }),
    reports: {
      [paths.implementation]: renderImplementationReport(facts),
      [paths.test]: renderTestReport(facts),
      ...(branchDesign.kind === 'copy' ? { [branchDesign.path]: lld.text } : {}),
    },
    evidence: (squashed) => ({
      path: evidencePath(id),
      content: renderJson(makeEvidence(facts, squashed)),
      replaces: lld.earlierEvidence,
    }),
  };
}

function gatherFacts(
  site: Site,
  trail: Trail,
  { round, scenarios, reviews, draftGate }: Approved,
): Omit<EvidenceFacts, 'receipt'> {
  const { order, design, branchDesign, lld, workshop, ground, project, jobs, logs } = site;
  const { work, gates } = round;
  const { approval, sha256, forcedOver } = lld;
  const { level, reason } = workshop.sandbox;
  return {
    task: { id: order.task.id, title: design.title },
    lld: {
      path: order.task.inputPath,
      sha256,
      branchPath: branchDesign.path,
      issueSha256: approval?.issueSha256 ?? null,
      reviewer: approval?.reviewer ?? null,
      callId: approval?.callId ?? null,
      isForced: forcedOver !== null,
      isOffline: approval?.isOffline ?? false,
    },
    startedAt: new Date(site.by.at).toISOString(),
    framework: { kind: project.framework.kind, folder: project.framework.folder, version: project.version },
    agent: { spec: order.agent, models: [...jobs.models], programs: [...jobs.programs] },
    tools: project.machine.tools,
    platform: project.machine.platform,
    sandbox: { level, network: level === 'none' ? 'host' : order.building.sandboxNetwork, reason },
    branch: ground.tree.branch,
    base: ground.tree.base,
    tested: { commit: work.commit, tree: work.tree },
    requirements: design.document.requirements.map(({ number, text }) => ({ number, text })),
    scenarios,
    changed: listChangedFiles(work.diff.files, design.announced),
    gates: gates ?? [],
    ...(draftGate.length === 0 ? {} : { draftGate }),
    reviews,
    commands: [...logs.records],
    rounds: trail.rounds.length,
  };
}
