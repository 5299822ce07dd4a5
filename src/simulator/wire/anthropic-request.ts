import { asList, asNumber, asText, pick, textOfParts } from '../json-reading.ts';
import type { Asked } from './personality.ts';

export function readMessages(body: unknown): Asked {
  const messages = asList(pick(body, 'messages'));
  const ofUser = messages.filter((message) => pick(message, 'role') === 'user');
  const system = textOfParts(pick(body, 'system'));
  const tool = findAnswerTool(body);
  return {
    model: asText(pick(body, 'model')),
    isStream: pick(body, 'stream') === true,
    system,
    prompt: textOf(ofUser),
    schema: tool === null ? findFormat(body) : (pick(tool, 'input_schema') ?? null),
    toolName: tool === null ? null : asText(pick(tool, 'name')),
    maxOutputTokens: asNumber(pick(body, 'max_tokens')),
    toolResults: readToolResults(ofUser),
    problem: findProblem(body, messages),
  };
}

function readToolResults(messages: readonly unknown[]): string[] {
  return messages
    .flatMap((message) => asList(pick(message, 'content')))
    .filter((part) => pick(part, 'type') === 'tool_result')
    .map((part) => textOfParts(pick(part, 'content')));
}

function findProblem(body: unknown, messages: readonly unknown[]): string | null {
  if (asText(pick(body, 'model')) === '') return 'model: Field required';
  if (asNumber(pick(body, 'max_tokens')) === null) return 'max_tokens: Field required';
  return messages.length === 0 ? 'messages: at least one message is required' : null;
}

function textOf(messages: readonly unknown[]): string {
  return messages.map((message) => textOfParts(pick(message, 'content'))).join('\n');
}

function findFormat(body: unknown): unknown {
  const format = pick(body, 'output_config', 'format') ?? pick(body, 'output_format');
  return pick(format, 'type') === 'json_schema' ? (pick(format, 'schema') ?? null) : null;
}

/** How clients ask for structure from models that cannot be forced: the AI SDK, and Claude Code. */
const answerTools = ['json', 'StructuredOutput'];

/** The tool that is forced, or one that exists only to take an answer. */
function findAnswerTool(body: unknown): unknown {
  const tools = asList(pick(body, 'tools'));
  const choice = pick(body, 'tool_choice');
  const byName = (name: string) => tools.find((tool) => pick(tool, 'name') === name) ?? null;
  if (pick(choice, 'type') === 'tool') return byName(asText(pick(choice, 'name')));
  const known = tools.find((tool) => answerTools.includes(asText(pick(tool, 'name'))));
  return known ?? (pick(choice, 'type') === 'any' ? (tools[0] ?? null) : null);
}
