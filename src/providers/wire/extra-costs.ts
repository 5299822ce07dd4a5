import { isRecord } from '../../model/json.ts';
import { type Fields, fieldAt, itemsAt, textAt } from './fields.ts';
import type { SpeltFields } from './spelt-fields.ts';

/** What providers do themselves, for a fee or with tokens that no request limits. */
const serverTool =
  /^(web_search|web_fetch|file_search|code_interpreter|code_execution|image_generation|mcp|openrouter:)/;
const usualTiers = ['auto', 'default', 'standard', 'standard_only', 'flex', 'batch'];
/** By their plain names: what is charged for in another way than by the token. */
const chargedFields = ['mcpservers', 'plugins', 'websearchoptions', 'container'];

/** What makes a request cost more than tokens at their list price; null if nothing does. */
export function findExtraPrice(fields: SpeltFields): string | null {
  const charged = chargedFields.find((name) => isSaid(fields.get(name)));
  if (charged !== undefined) return charged;
  const tier = fields.get('servicetier') ?? null;
  if (tier !== null && !usualTiers.includes(`${tier}`.toLowerCase())) return 'service_tier';
  if (isOther(fields.get('speed'), 'standard')) return 'speed';
  if (isOther(fields.get('inferencegeo'), 'global')) return 'inference_geo';
  return nameServerTools(fields.get('tools'));
}

function nameServerTools(tools: unknown): string | null {
  return (
    itemsAt(tools)
      .map(nameServerTool)
      .find((name) => name !== null) ?? null
  );
}

function isOther(value: unknown, usual: string): boolean {
  return isSaid(value) && value !== usual;
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** Gemini names a tool by its only field, the others by a type. */
function nameServerTool(tool: unknown): string | null {
  const type = textAt(tool, 'type');
  if (type !== null) return serverTool.test(type) ? type : null;
  if (!isRecord(tool) || textAt(tool, 'name') !== null) return null;
  return Object.keys(tool).find((name) => !/^function_?declarations$/i.test(name)) ?? null;
}

/** By their plain names: what the provider has kept, and adds to what is sent; or does when we have gone. */
const keptFields = ['previousresponseid', 'conversation', 'cachedcontent', 'prompt', 'background'];
/** Where the words of a request are. */
const spokenFields = ['messages', 'input', 'contents', 'system', 'systeminstruction'];
/** Names in which a model or a tool speaks: its own affair. */
const foreignFields = new Set(['args', 'arguments', 'response', 'output']);

/** What makes a request longer than its bytes say; null if nothing does. */
export function findUnboundedInput(fields: SpeltFields): string | null {
  const kept = keptFields.find((name) => isSaid(fields.get(name)) && fields.get(name) !== false);
  if (kept !== undefined) return kept;
  const open: unknown[] = spokenFields.map((name) => fields.get(name));
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) for (const item of node) open.push(item);
    if (!isRecord(node)) continue;
    const attached = nameAttachment(node);
    if (attached !== null) return attached;
    const isToolUse = textAt(node, 'type')?.endsWith('tool_use') ?? false;
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === 'object' && !foreignFields.has(name) && !(isToolUse && name === 'input')) open.push(value);
    }
  }
  return null;
}

/** Pictures that are sent along are shorter as tokens than as bytes; what is packed or only pointed at may be longer. */
function nameAttachment(node: Fields): string | null {
  for (const name of ['file_id', 'file_url', 'file_data', 'fileData', 'input_audio', 'item_reference']) {
    if (isSaid(fieldAt(node, name))) return name;
  }
  const image = fieldAt(node, 'image_url');
  const url = textAt(image, 'url') ?? image;
  if (typeof url === 'string' && !/^data:image\//i.test(url)) return 'image_url';
  const tool = nameServerTools(fieldAt(node, 'tools'));
  if (tool !== null) return tool;
  const source = fieldAt(node, 'source');
  if (isRecord(source) && !isPlainSource(source)) return 'source';
  const inline = fieldAt(node, 'inlineData') ?? fieldAt(node, 'inline_data');
  const mimeType = textAt(inline, 'mimeType') ?? textAt(inline, 'mime_type') ?? '';
  return inline !== null && !/^image\//i.test(mimeType) ? 'inlineData' : null;
}

function isPlainSource(source: Fields): boolean {
  const type = textAt(source, 'type');
  if (type === 'text' || type === 'content') return true;
  return type === 'base64' && /^image\//i.test(textAt(source, 'media_type') ?? '');
}

/** Wherever it stands: a mark with a time of its own, other than the usual one. */
export function wantsLongCache(data: Fields): boolean {
  const open: unknown[] = [data];
  while (open.length > 0) {
    const node = open.pop();
    const ttl = fieldAt(node, 'cache_control', 'ttl');
    if (isOther(ttl, '5m')) return true;
    const inner = typeof node === 'object' && node !== null ? Object.values(node) : [];
    for (const value of inner) if (typeof value === 'object') open.push(value);
  }
  return false;
}
