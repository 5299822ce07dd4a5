import { cutText } from '../../model/text.ts';
import { makeSubject } from './commit-message.ts';
import type { Evidence } from './evidence.ts';
import {
  renderDesign,
  renderGates,
  renderProofs,
  renderReceipt,
  renderReviews,
  renderWarnings,
} from './render-parts.ts';
import { codeText, plainText, renderItems } from './render-text.ts';

/** Forges take no more than 65,536 characters. */
const longestBody = 60_000;

/** A draft for people: the matrix, what was measured, and what it cost. Nothing in it closes an issue or calls anybody. */
export function renderPullRequest(
  evidence: Evidence,
  seconds: number | null,
): { readonly title: string; readonly body: string } {
  const { task, lld, receipt, commit, tree, base, agent, changed } = evidence;
  const warnings = renderWarnings(evidence);
  const parts = [
    ...(warnings.length === 0 ? [] : [warnings.join('\n>\n')]),
    renderItems([
      `Task ${codeText(task.id)}: ${plainText(task.title)}`,
      renderDesign(lld),
      `Commit ${codeText(commit)}, tree ${codeText(tree)}, on ${codeText(base)}`,
      `By ${plainText(agent.spec)}; files changed: ${changed.length}`,
      `Reports: ${codeText(`docs/reports/${task.id}/`)}`,
    ]),
    `## Requirements and Their Proof\n\n${renderProofs(evidence)}`,
    `## Gates\n\n${renderGates(evidence.gates)}`,
    `## Receipt\n\n${renderReceipt(receipt ?? null, seconds)}`,
    `## Reviews\n\n${renderReviews(evidence.reviews, evidence.draftGate)}`,
  ];
  return { title: makeSubject(task.title), body: cutBody(`${parts.join('\n\n')}\n`) };
}

function cutBody(body: string): string {
  if (body.length <= longestBody) return body;
  const end = body.lastIndexOf('\n', longestBody);
  return `${cutText(body, end === -1 ? longestBody : end)}\n\nThis is cut: the report in the branch has the rest.\n`;
}
