import { loadModels } from '../../src/cli/models/prepare-models.ts';
import { proxyTo } from '../../src/cli/proxy-to.ts';
import { resolveCredentialConfig } from '../../src/config/credential-config.ts';
import { openGateway } from '../../src/gateway/gateway.ts';
import type { ExchangeEntry } from '../../src/gateway/setup.ts';
import { type WireProvider, wireProviders } from '../../src/model/credential.ts';
import { systemClock } from '../../src/parallel/clock.ts';
import { CredentialCoordinator } from '../../src/parallel/credential-coordinator.ts';
import { MemoryStore } from '../../src/parallel/credentials/memory-store.ts';
import { Redaction } from '../../src/redaction/redaction.ts';

/**
 * One small real call for each provider whose key and model are in the environment, through the gateway as in a batch.
 * It costs a fraction of a cent each. Never a part of the tests: `AGENTOS_LIVE_ANTHROPIC=MODEL npm run test:live`.
 */
const prompt = 'Reply with the word ready.';
const asks: Readonly<Record<Exclude<WireProvider, 'openai-compatible'>, (model: string) => [string, object]>> = {
  anthropic: (model) => [
    '/anthropic/v1/messages',
    { model, max_tokens: 64, messages: [{ role: 'user', content: prompt }] },
  ],
  openai: (model) => ['/openai/v1/responses', { model, max_output_tokens: 64, input: prompt, store: false }],
  google: (model) => [
    `/google/v1beta/models/${model}:generateContent`,
    { contents: [{ role: 'user', parts: [{ text: prompt }] }], generationConfig: { maxOutputTokens: 64 } },
  ],
};

const redaction = new Redaction();
const chosen = wireProviders.flatMap((provider) => {
  const model = process.env[`AGENTOS_LIVE_${provider.toUpperCase()}`];
  return provider === 'openai-compatible' || model === undefined ? [] : [{ provider, model }];
});
if (chosen.length === 0) {
  say('Name a model for each provider to try: AGENTOS_LIVE_ANTHROPIC, AGENTOS_LIVE_OPENAI, AGENTOS_LIVE_GOOGLE.');
  say('Their keys are taken from the usual variables.');
  process.exitCode = 2;
}
const credentials = resolveCredentialConfig(null, process.env);
const selected = chosen.flatMap(({ provider }) => credentials.pool.listOf(provider));
const setup = await loadModels({ credentials }, selected, redaction);
for (const { provider, model } of setup === null ? [] : chosen) await call(provider, model);

function say(line: string): void {
  process.stdout.write(`${redaction.text(line)}\n`);
}

async function call(provider: keyof typeof asks, model: string): Promise<void> {
  if (setup === null) return;
  const entries: ExchangeEntry[] = [];
  const shared = { clock: systemClock, random: Math.random };
  using coordinator = new CredentialCoordinator({ ...setup, ...shared, store: new MemoryStore(), owner: 'live' });
  await using gateway = await openGateway({
    ...setup,
    ...shared,
    proxyTo,
    coordinator,
    secrets: setup.vault,
    maxRetries: 0,
    redact: (text) => redaction.text(text),
    onExchange: (entry) => entries.push(entry),
    budget: { reserve: async () => ({ kind: 'granted', settle: () => undefined }) },
  });
  const token = gateway.issueToken({ taskId: 'live', role: 'live', models: [{ provider, model }], isAgent: false });
  const [path, body] = asks[provider](model);
  const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': token };
  const reply = await fetch(gateway.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await reply.text();
  const [entry] = entries;
  say(`${provider}:${model}: ${reply.status} in ${entry?.ms ?? '?'} ms, $${entry?.usd ?? 'not measured'}`);
  say(`  answered by ${entry?.answeredBy}; usage ${JSON.stringify(entry?.usage)}; trouble ${entry?.trouble}`);
  if (!reply.ok) say(`  ${text.slice(0, 500)}`);
  if (!reply.ok || entry?.usage === null) process.exitCode = 1;
}
