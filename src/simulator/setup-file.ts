import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { type WireProvider, wireProviders } from '../model/credential.ts';
import { AgentOsError } from '../model/errors.ts';
import { describeSchemaIssue } from '../model/schema-issue.ts';
import { quoteSafely } from '../model/text.ts';
import { type Fault, faultKinds, type ScopeLimits, type SimulatorSetup } from './setup.ts';

const positive = z.number().check(z.positive());
const notNegative = z.number().check(z.nonnegative());
const count = z.int().check(z.nonnegative());
const name = z.string().check(z.minLength(1));
/** AgentOS itself takes no shorter one. */
const key = z.string().check(z.minLength(12));

const rate = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bucket'), perMinute: positive, burst: z.optional(positive) }),
  z.strictObject({ kind: z.literal('fixed'), perMinute: positive, phaseMs: z.optional(notNegative) }),
  z.strictObject({ kind: z.literal('sliding'), perMinute: positive }),
]);

const limits: z.ZodMiniType<ScopeLimits> = z.strictObject({
  requests: z.optional(rate),
  tokens: z.optional(rate),
  inputTokens: z.optional(rate),
  outputTokens: z.optional(rate),
  concurrency: z.optional(z.int().check(z.positive())),
  perDay: z.optional(count),
  spendUsd: z.optional(notNegative),
  ramp: z.optional(z.strictObject({ free: positive, growth: positive, windowMinutes: positive })),
});

const fault: z.ZodMiniType<Fault> = z.strictObject({
  kind: z.enum(faultKinds),
  fromMs: z.optional(notNegative),
  toMs: z.optional(notNegative),
  fromCall: z.optional(count),
  toCall: z.optional(count),
  key: z.optional(count),
  probability: z.optional(notNegative.check(z.maximum(1))),
  status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
  waitMs: z.optional(notNegative),
  bytes: z.optional(count),
  afterEvents: z.optional(count),
  everyMs: z.optional(notNegative),
  model: z.optional(name),
  trouble: z.optional(z.enum(['overload', 'quota', 'rate'])),
});

const service = z.union([z.strictObject({ ms: notNegative, spread: notNegative }), z.array(notNegative)]);

const scope = z.strictObject({
  id: name,
  provider: z.enum(wireProviders),
  /** How many to make up, or your own. */
  keys: z.optional(z.union([z.int().check(z.positive()), z.array(key)])),
  limits: z.optional(limits),
  hidesLimits: z.optional(z.boolean()),
  countsFailed: z.optional(z.boolean()),
  perModel: z.optional(z.boolean()),
  models: z.optional(z.array(name)),
  service: z.optional(service),
  usdPerMillionTokens: z.optional(notNegative),
  faults: z.optional(z.array(fault)),
});

const file = z.strictObject({
  schemaVersion: z.literal(1),
  port: z.optional(z.int().check(z.minimum(0), z.maximum(65_535))),
  seed: z.optional(z.int()),
  timeScale: z.optional(positive),
  clockSkewMs: z.optional(z.number()),
  scopes: z.array(scope).check(z.minLength(1)),
});

/** Reads a setup as users write it; see docs/simulator.md. Throws SETUP_INVALID with the place in it. */
export function parseSetup(data: unknown): SimulatorSetup {
  const parsed = file.safeParse(data);
  if (!parsed.success) throw invalid(describeSchemaIssue(parsed.error.issues));
  const { schemaVersion: _, scopes, ...rest } = parsed.data;
  const twice = scopes.find(({ id }, at) => scopes.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) throw invalid(`scopes: there are two with the id ${quoteSafely(twice.id)}`);
  return { ...rest, scopes: scopes.map((one) => ({ ...one, keys: keysOf(one) })) };
}

/** What is simulated without a setup: each provider once, with two keys and limits that can be felt. */
export function makeDefaultSetup(): SimulatorSetup {
  const scopes = wireProviders.map((provider) => ({
    id: provider,
    provider,
    keys: 2,
    limits: { requests: { kind: 'bucket', perMinute: 60, burst: 10 }, concurrency: 4 },
    service: { ms: 500, spread: 0.3 },
  }));
  return parseSetup({ schemaVersion: 1, scopes });
}

function keysOf({ keys = 1, provider }: z.infer<typeof scope>): string[] {
  return typeof keys === 'number' ? Array.from({ length: keys }, () => makeUpKey(provider)) : keys;
}

const prefixes: Readonly<Record<WireProvider, string>> = {
  anthropic: 'sk-ant-sim-',
  openai: 'sk-sim-',
  google: 'AIzaSim',
  'openai-compatible': 'sim-',
};

/** Looks like a key, and opens nothing. */
function makeUpKey(provider: WireProvider): string {
  return prefixes[provider] + randomBytes(18).toString('base64url');
}

function invalid(why: string): AgentOsError {
  return new AgentOsError('SETUP_INVALID', `The setup of the simulator cannot be used: ${why}`);
}
