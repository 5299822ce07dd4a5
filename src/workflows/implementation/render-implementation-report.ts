import { renderTable } from '../../governance/lld/render-table.ts';
import type { EvidenceFacts } from './evidence.ts';
import {
  renderCommands,
  renderDesign,
  renderFrontMatter,
  renderGates,
  renderProofs,
  renderReceipt,
  renderReviews,
  renderWarnings,
} from './render-parts.ts';
import { codeText, plainText, renderItems } from './render-text.ts';

/**
 * `docs/reports/<id>/implementation-report.md`: what was asked, what was done, and what was measured. It is part of the commit
 * and so names the one that was tested: that has the same files, without the reports.
 */
export function renderImplementationReport(facts: EvidenceFacts): string {
  const { task, gates, draftGate, reviews, receipt } = facts;
  const warnings = renderWarnings(facts);
  const parts = [
    renderFrontMatter(facts),
    `# Implementation Report: ${plainText(`${task.id} - ${task.title}`)}`,
    ...(warnings.length === 0 ? [] : [warnings.join('\n>\n')]),
    `Tests and gates were measured by this tool at commit ${codeText(facts.tested.commit)}, tree ${codeText(facts.tested.tree)}. What the agent says of its work is no part of it.`,
    `## What Was Asked\n\n${renderAsked(facts)}`,
    `## What Changed\n\n${renderChanged(facts)}`,
    `## Drift\n\n${renderDrift(facts)}`,
    `## Requirements and Their Proof\n\n${renderProofs(facts)}`,
    `## Gates\n\n${renderGates(gates)}`,
    `## Reviews\n\n${renderReviews(reviews, draftGate)}`,
    `## Commands\n\n${renderCommands(facts)}`,
    `## Tools\n\n${renderTools(facts)}`,
    `## Receipt\n\nUntil this commit was made, in its batch.\n\n${renderReceipt(receipt)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderAsked({ lld, agent, sandbox, branch, base, requirements, rounds }: EvidenceFacts): string {
  const approval =
    lld.reviewer === null
      ? 'by nobody'
      : `by ${plainText(lld.reviewer)}${lld.callId === null ? '' : `, call ${codeText(lld.callId)}`}`;
  const models = agent.models.length === 0 ? '' : `, models ${agent.models.map(plainText).join(', ')}`;
  const network = sandbox.level === 'none' ? '' : `, network ${plainText(sandbox.network)}`;
  return [
    renderItems([
      renderDesign(lld),
      `Approved: ${approval}`,
      `Agent: ${plainText(agent.spec)}${models}; rounds: ${rounds}`,
      `Sandbox: ${sandbox.level === 'none' ? '**none**' : plainText(sandbox.level)}${network}`,
      `Branch: ${codeText(branch)}, from ${codeText(base)}`,
    ]),
    requirements.map(({ number, text }) => `${number}. ${plainText(text)}`).join('\n'),
  ].join('\n\n');
}

function renderTools({ tools, platform, framework, agent }: EvidenceFacts): string {
  return renderItems([
    `AgentOS ${plainText(tools.agentos)}, Node ${plainText(tools.node)}, git ${plainText(tools.git ?? 'of an unknown version')}`,
    `Tests: ${plainText(framework.kind)}, ${framework.version === null ? 'version not known' : plainText(framework.version)}`,
    `Programs of the agent: ${agent.programs.length === 0 ? 'version not known' : agent.programs.map(codeText).join(', ')}`,
    `Platform: ${plainText(`${platform.os} ${platform.release} ${platform.arch}`)}`,
  ]);
}

function renderChanged({ changed }: EvidenceFacts): string {
  if (changed.length === 0) return 'Nothing.';
  const rows = changed.map(({ path, change, announced, added, removed }) => [
    codeText(path),
    change,
    announced ?? '-',
    added === null ? 'binary' : `+${added}`,
    removed === null ? 'binary' : `-${removed}`,
  ]);
  return renderTable(['File', 'Change', 'Announced As', 'Added', 'Removed'], rows);
}

function renderDrift({ gates }: EvidenceFacts): string {
  const scope = gates.find(({ gate }) => gate === 'scope');
  if (scope === undefined) return 'Not measured.';
  return scope.findings.length === 0
    ? 'None: what changed is what the design announces, and tests.'
    : renderItems(scope.findings.map(plainText));
}
