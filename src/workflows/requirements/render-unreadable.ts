import { inlineText } from '../../governance/verdict/model-text.ts';

/** The page of a reply that is no verdict: whoever reads it finds none, and the reply as it came. */
export function renderUnreadable(title: string, reason: string, reply: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(reply) + 1));
  const body = reply.endsWith('\n') ? reply : `${reply}\n`;
  return [
    `# LLD Review: ${inlineText(title)}`,
    '',
    `The reply could not be read: ${inlineText(reason)}. It stands here as it came.`,
    '',
    `${fence}text\n${body}${fence}\n`,
  ].join('\n');
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
