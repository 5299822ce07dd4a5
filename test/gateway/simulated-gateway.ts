import { randomUUID } from 'node:crypto';
import { openBudgetDesk } from '../../src/gateway/budget-desk.ts';
import { type Gateway, openGateway } from '../../src/gateway/gateway.ts';
import type { GatewaySetup } from '../../src/gateway/setup.ts';
import type { WireProvider } from '../../src/model/credential.ts';
import { systemClock } from '../../src/parallel/clock.ts';
import { CredentialCoordinator } from '../../src/parallel/credential-coordinator.ts';
import { MemoryStore } from '../../src/parallel/credentials/memory-store.ts';
import type { AnswerRequest, Fault, MadeAnswer } from '../../src/simulator/setup.ts';
import { openSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { makeCredential } from './test-house.ts';

/** A simulated provider of each kind, and a gateway with a key for each of them, as in a batch. */
export interface SimulatedGateway extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly gateway: Gateway;
  readonly keys: readonly string[];
}

export interface SimulatedSetup {
  readonly providers: readonly WireProvider[];
  readonly faults?: readonly Fault[];
  readonly gateway?: Partial<GatewaySetup>;
  /** Where requests go instead of to the simulator. */
  readonly upstream?: string | undefined;
  readonly answer?: ((request: AnswerRequest) => MadeAnswer) | undefined;
}

export async function openSimulatedGateway(setup: SimulatedSetup): Promise<SimulatedGateway> {
  const { providers, faults = [], answer, upstream } = setup;
  const keys = new Map<string, string>(providers.map((name) => [name, `sim-${randomUUID()}`]));
  const keyOf = (name: string) => keys.get(name) ?? '';
  const simulator = await openSimulator({
    scopes: providers.map((provider) => ({ id: provider, provider, keys: [keyOf(provider)], faults })),
    ...(answer === undefined ? {} : { answer }),
  });
  const credentials = providers.map((provider) => makeCredential(provider, upstream ?? simulator.origin, { provider }));
  const shared = { clock: systemClock, random: () => 0 };
  const store = new MemoryStore();
  const coordinator = new CredentialCoordinator({ ...shared, credentials, roleWeights: {}, store, owner: 'test' });
  const gateway = await openGateway({
    proxyTo: () => null,
    ...shared,
    coordinator,
    credentials,
    secrets: { open: keyOf },
    prices: { usdOf: () => 0.125, estimateUsd: () => 1 },
    maxRetries: 1,
    redact: (text) => text,
    onExchange: () => {},
    budget: openBudgetDesk({ batchUsd: null, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } }),
    ...setup.gateway,
  });
  const close = async () => {
    await gateway[Symbol.asyncDispose]();
    coordinator[Symbol.dispose]();
    await simulator[Symbol.asyncDispose]();
  };
  return { simulator, gateway, keys: [...keys.values()], [Symbol.asyncDispose]: close };
}
