import { openBudgetDesk } from '../../../src/gateway/budget-desk.ts';
import { openGateway } from '../../../src/gateway/gateway.ts';
import type { Credential } from '../../../src/model/credential.ts';
import { systemClock } from '../../../src/parallel/clock.ts';
import { CredentialCoordinator } from '../../../src/parallel/credential-coordinator.ts';
import type { CoordinatorTiming } from '../../../src/parallel/credentials/timing.ts';
import { openPrices } from '../../../src/prices/price-list.ts';
import { Redaction } from '../../../src/redaction/redaction.ts';
import { openCredentialStore } from '../../../src/store/credential-store.ts';

export interface HouseQuestion {
  readonly kind: 'open';
  readonly owner: string;
  readonly database: string;
  readonly credentials: readonly Credential[];
  readonly secrets: Readonly<Record<string, string>>;
  readonly roleWeights: Readonly<Record<string, number>>;
  readonly timing: Partial<CoordinatorTiming>;
  readonly callers: readonly { readonly taskId: string; readonly role: string }[];
}

export interface HousePlace {
  readonly origin: string;
  /** One for each caller. */
  readonly tokens: readonly string[];
}

/** What a batch has in its own process: coordinator, store on disk, gateway, redaction. Ends with its parent. */
process.on('disconnect', () => process.exit());
process.on('message', async (question: HouseQuestion) => process.send?.(await open(question)));

async function open({ credentials, secrets, callers, ...setup }: HouseQuestion): Promise<HousePlace> {
  const redaction = new Redaction();
  for (const [name, secret] of Object.entries(secrets)) redaction.register(name, secret);
  const shared = { clock: systemClock, random: Math.random };
  const store = openCredentialStore(setup.database);
  const { owner, roleWeights, timing } = setup;
  const coordinator = new CredentialCoordinator({ ...shared, credentials, roleWeights, store, owner, timing });
  const gateway = await openGateway({
    proxyTo: () => null,
    ...shared,
    coordinator,
    credentials,
    secrets: { open: (name) => secrets[name] ?? '' },
    prices: await openPrices({}),
    maxRetries: 5,
    redact: (text) => redaction.text(text),
    onExchange: () => undefined,
    budget: openBudgetDesk({ batchUsd: null, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } }),
  });
  const tokens = callers.map((caller) => gateway.issueToken({ ...caller, models: null, isAgent: false }));
  return { origin: gateway.origin, tokens };
}
