import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SettingValues } from '../../config/settings.ts';
import { openBudgetDesk } from '../../gateway/budget-desk.ts';
import { type Gateway, openGateway } from '../../gateway/gateway.ts';
import type { BegunExchange, ExchangeEntry, TaskGrant, WaitingBound } from '../../gateway/setup.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import type { AskingRole, GatewayAccess } from '../../model/gateway-access.ts';
import { isInside } from '../../model/paths.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { countWaitedMs } from '../../model/task-record.ts';
import { systemClock } from '../../parallel/clock.ts';
import { CredentialCoordinator } from '../../parallel/credential-coordinator.ts';
import type { CredentialEvent } from '../../parallel/credentials/lease.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { openCredentialStore } from '../../store/credential-store.ts';
import { boundSpentUsd } from '../batch/budget.ts';
import { proxyTo } from '../proxy-to.ts';
import { describeEvent } from './describe-event.ts';
import { grantModels } from './grant-models.ts';
import type { ModelSetup } from './prepare-models.ts';

export interface DeskSetup extends ModelSetup {
  readonly repoDir: string;
  readonly settings: SettingValues;
  readonly redaction: Redaction;
  /** What was spent so far, in a batch that goes on. */
  readonly record: BatchRecord;
  /** Before each call: resolves when it is written down. */
  onBegin(entry: BegunExchange): Promise<void>;
  onExchange(entry: ExchangeEntry): void;
  /** Something that a person should know. */
  onNote(message: string): void;
  /** The money of the batch is spent. */
  onSpent(reason: string): void;
}

/** Where models are asked while a batch runs: the keys are here, and nowhere else. */
export class ModelDesk implements AsyncDisposable {
  readonly #settings: SettingValues;
  readonly #record: BatchRecord;
  readonly #coordinator: CredentialCoordinator;
  readonly #gateway: Gateway;
  readonly #store: Disposable;
  #isClosed = false;
  readonly #tokens = new Map<string, readonly string[]>();

  private constructor(
    setup: DeskSetup,
    parts: { coordinator: CredentialCoordinator; gateway: Gateway; store: Disposable },
  ) {
    this.#settings = setup.settings;
    this.#record = setup.record;
    this.#coordinator = parts.coordinator;
    this.#gateway = parts.gateway;
    this.#store = parts.store;
  }

  static async open(setup: DeskSetup): Promise<ModelDesk> {
    const { credentials, roleWeights, settings, vault, prices, redaction, record } = setup;
    const store = openCredentialStore(join(settings.baseDir, 'credentials.db'), {
      onDamaged: (message) => setup.onNote(message),
    });
    const shared = { clock: systemClock, random: Math.random };
    const coordinator = new CredentialCoordinator({
      ...shared,
      credentials,
      roleWeights,
      store,
      owner: randomUUID(),
      // Whoever holds the lock of a repository is alone with the state in it.
      isAlone: isInside(setup.repoDir, settings.baseDir),
      onEvent: (event) => tellEvent(event, setup),
    });
    const gateway = await openGateway({
      ...shared,
      coordinator,
      credentials,
      secrets: vault,
      proxyTo,
      prices,
      maxRetries: settings.maxRetries,
      redact: (text) => redaction.text(text),
      onBegin: (entry) => setup.onBegin(entry),
      onExchange: (entry) => setup.onExchange(entry),
      onBudgetRefused: ({ purse, reason }) => (purse === 'batch' ? setup.onSpent(reason) : undefined),
      budget: openBudgetDesk({
        batchUsd: settings.budgetUsd,
        taskUsd: settings.taskBudgetUsd,
        spentBefore: spentIn(record),
      }),
    });
    return new ModelDesk(setup, { coordinator, gateway, store });
  }

  /** For one attempt of a task; what it was given before is worth nothing from now on. */
  grant({ id, workflow }: Pick<WorkflowTask, 'id' | 'workflow'>): GatewayAccess {
    this.revoke(id);
    const issue = (role: AskingRole) => this.#issue(id, role, grantModels(workflow, role, this.#settings));
    const tokens = { drafter: issue('drafter'), reviewer: issue('reviewer'), agent: issue('agent') };
    this.#tokens.set(id, Object.values(tokens));
    return { origin: this.#gateway.origin, tokens };
  }

  revoke(taskId: string): void {
    for (const token of this.#tokens.get(taskId) ?? []) this.#gateway.revoke(token);
    this.#tokens.delete(taskId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#gateway[Symbol.asyncDispose]();
    this.#coordinator[Symbol.dispose]();
    this.#store[Symbol.dispose]();
  }

  #issue(taskId: string, role: AskingRole, models: TaskGrant['models']): string {
    const isAgent = role === 'agent';
    return this.#gateway.issueToken({ taskId, role, models, isAgent, waiting: this.#boundWaiting(taskId) });
  }

  /** What the task has waited for before counts. */
  #boundWaiting(taskId: string): WaitingBound {
    const allowedMs = this.#settings.maxWaitSeconds * 1000;
    const task = this.#record.tasks.get(taskId);
    const waitedMs = task === undefined ? 0 : countWaitedMs(task, Date.now());
    return { allowedMs, leftMs: Math.max(0, allowedMs - waitedMs) };
  }
}

/** What concerns more than one call. */
function tellEvent(event: CredentialEvent, { onNote, keyPlaceOf, credentials }: DeskSetup): void {
  const ofScope = (scope: string) => {
    const places = credentials.filter((one) => one.scope === scope).map(({ name }) => keyPlaceOf(name));
    return [...new Set(places)].join(' or ');
  };
  const message = describeEvent(event, { ofCredential: keyPlaceOf, ofScope });
  if (message !== null) onNote(message);
}

function spentIn({ tasks }: BatchRecord) {
  const taskUsd = Object.fromEntries(Array.from(tasks.values(), (task) => [task.id, boundSpentUsd(task)]));
  return { batchUsd: Object.values(taskUsd).reduce((sum, usd) => sum + usd, 0), taskUsd };
}
