import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveAgent } from '../../src/agents/resolve-agent.ts';
import { listSchemes } from '../../src/model/spec.ts';
import { AgentHouse } from './agent-house.ts';

test('programs of agents are opened by their scheme, with a model that is no option', async () => {
  using house = new AgentHouse();
  const gateway = { origin: 'http://127.0.0.1:1', tokens: { drafter: 'a', reviewer: 'b', agent: 'c' } };
  const surroundings = house.surroundings({ gateway });
  for (const scheme of ['claude-cli', 'codex-cli']) {
    assert.equal(typeof (await resolveAgent(`${scheme}:some-model`, surroundings)).work, 'function');
    for (const model of ['', '--dangerous', 'a b']) {
      await assert.rejects(resolveAgent(`${scheme}:${model}`, surroundings), { code: 'SPEC_INVALID' }, model);
    }
  }
});

test('whatever cannot change files is refused with what can', async () => {
  using house = new AgentHouse();
  for (const spec of ['anthropic:m', 'offline:', 'nobody:m', '', 'claude-cli']) {
    await assert.rejects(resolveAgent(spec, house.surroundings()), (error: Error) => {
      for (const scheme of listSchemes('canCode')) assert.ok(error.message.includes(scheme), error.message);
      return true;
    });
  }
});
