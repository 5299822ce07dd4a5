import { asList, asNumber, asText, pick, textOfParts } from '../json-reading.ts';
import { renderRefusal, renderStreamError } from './gemini-refusals.ts';
import { type Asked, type Personality, renderEvent, type Said, splitText } from './personality.ts';

/** generateContent and streamGenerateContent. No header tells of limits. */
export const gemini: Personality = {
  read,
  renderDocument: (said) => renderChunk(said, said.text, true),
  renderEvents(said) {
    const pieces = said.text === '' ? [''] : splitText(said.text);
    return pieces.map((piece, at) => renderEvent(null, renderChunk(said, piece, at === pieces.length - 1)));
  },
  renderRefusal,
  renderStreamError,
  renderAdvice: () => ({}),
  renderModels: (models) => ({
    models: models.map((id) => ({ name: `models/${id}`, version: '001', displayName: id })),
  }),
  renderCount: (tokens) => ({ totalTokens: tokens }),
};

function read(body: unknown, model: string, isStream: boolean): Asked {
  const contents = asList(pick(body, 'contents'));
  const textOf = (of: readonly unknown[]) => of.map((content) => textOfParts(pick(content, 'parts'))).join('\n');
  const system = textOfParts(pick(body, 'systemInstruction', 'parts') ?? pick(body, 'system_instruction', 'parts'));
  const config = pick(body, 'generationConfig');
  return {
    model,
    isStream,
    system,
    prompt: textOf(contents.filter((content) => asText(pick(content, 'role')) !== 'model')),
    schema: findSchema(config),
    toolName: null,
    maxOutputTokens: asNumber(pick(config, 'maxOutputTokens')),
    toolResults: [],
    problem: contents.length === 0 ? 'contents is not specified' : null,
  };
}

function findSchema(config: unknown): unknown {
  const schema = pick(config, 'responseJsonSchema') ?? pick(config, 'responseSchema');
  if (schema !== undefined) return schema;
  return pick(config, 'responseMimeType') === 'application/json' ? { type: 'object' } : null;
}

/** Usage and the reason to stop come with the last chunk. */
function renderChunk(said: Said, text: string, isLast: boolean): Record<string, unknown> {
  const end = isLast ? { finishReason: said.isCutShort ? 'MAX_TOKENS' : 'STOP' } : {};
  const output = isLast ? { candidatesTokenCount: said.usage.output } : {};
  return {
    candidates: [{ content: { parts: [{ text }], role: 'model' }, ...end, index: 0 }],
    usageMetadata: {
      promptTokenCount: said.usage.input,
      ...(said.usage.cacheRead > 0 && { cachedContentTokenCount: said.usage.cacheRead }),
      ...output,
      totalTokenCount: said.usage.input + (isLast ? said.usage.output : 0),
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: said.usage.input }],
    },
    modelVersion: said.model,
    responseId: said.id,
  };
}
