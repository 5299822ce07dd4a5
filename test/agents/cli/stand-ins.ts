import { chmodSync } from 'node:fs';
import { Workspace } from '../../workspace.ts';

/**
 * Programs that are started as `claude` and `codex` are when they work, ask as they do, and print what was recorded of
 * them. How they behave is told by the last line of the instructions. They leave in `started.json` how they were started.
 */
export function writeWorkers(): Workspace {
  const workspace = new Workspace().write({
    claude: `#!${process.execPath}\n${shared}\n${claude}`,
    codex: `#!${process.execPath}\n${shared}\n${codex}`,
  });
  for (const name of ['claude', 'codex']) chmodSync(workspace.path(name), 0o755);
  return workspace;
}

const shared = `
const fs = require('node:fs');
const argv = process.argv.slice(2);
const option = (name) => argv[argv.indexOf(name) + 1];
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
const input = fs.readFileSync(0, 'utf8');
const post = async (url, headers, body) => {
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  const text = await reply.text().catch(() => null);
  const isFine = reply.status === 200 && text !== null && !/"type":"(error|response.failed)"/.test(text);
  return { status: reply.status, isFine };
};
const leaveStart = (more) => fs.writeFileSync('started.json', JSON.stringify({ argv, env: process.env, cwd: process.cwd(), input, ...more }));
const edit = () => fs.writeFileSync('src/sum.js', 'exports.sum = (a, b) => a + b;\\n');
const misbehave = (how) => {
  if (how === 'hang') { setInterval(() => {}, 1000); return true; }
  if (how === 'chatter') { setInterval(() => process.stdout.write('.'), 20); return true; }
  if (how === 'flood') { const more = () => { while (process.stdout.write('x'.repeat(65536))); process.stdout.once('drain', more); }; more(); return true; }
  if (how === 'crash') { process.kill(process.pid, 'SIGKILL'); return true; }
  if (how === 'no json') { process.stdout.write('Welcome!\\n[1,2]\\n{"type":\\n'); return true; }
  if (how === 'nothing') return true;
  if (how === 'bad option') { process.stderr.write("error: unknown option '--new'\\n"); process.exitCode = 1; return true; }
  return false;
};
`;

const claude = `
const how = JSON.parse(input).message.content.at(-1).text.split('\\n').at(-1);
const key = process.env.ANTHROPIC_API_KEY;
const ask = async () => key === undefined ? { status: 200, isFine: true } : await post(process.env.ANTHROPIC_BASE_URL + '/v1/messages?beta=true',
  { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
  { model: how === 'other model' ? 'claude-test-2' : option('--model'), max_tokens: 100, stream: true, messages: [{ role: 'user', content: how }] });
const end = (result) => say({ type: 'result', subtype: 'success', is_error: false, num_turns: 2, result: 'It adds now.', permission_denials: [], ...result });
const fail = (result) => { process.exitCode = 1; end({ is_error: true, ...result }); };
const use = (name, input) => say({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name, input }] } });
(async () => {
  leaveStart({ rules: fs.readFileSync(option('--append-system-prompt-file'), 'utf8') });
  say({ type: 'system', subtype: 'init', cwd: process.cwd(), tools: [] });
  if (misbehave(how)) return;
  const turns = how === 'many turns' ? 40 : 2;
  for (let turn = 1; turn <= turns; turn += 1) {
    const { status, isFine } = await ask();
    if (!isFine) return fail({ result: 'API Error: ' + status, api_error_status: status });
    if (turn > 1) continue;
    say({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'I will make it add.\\n\\nNow.' }] } });
    use('Edit', { file_path: process.cwd() + '/src/sum.js', old_string: '0', new_string: 'a + b' });
    edit();
    say({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'secret file content' }] } });
  }
  const denied = (tool_name, tool_input) => end({ permission_denials: [{ tool_name, tool_use_id: 't2', tool_input }] });
  if (how === 'denied write') return denied('Write', { file_path: process.cwd() + '/src/new.js' });
  if (how === 'denied command') return denied('Bash', { command: 'curl example.org' });
  if (how === 'denied elsewhere') return denied('Write', { file_path: '/etc/passwd' });
  if (how === 'max turns') return fail({ subtype: 'error_max_turns', result: undefined, errors: ['Reached maximum number of turns (2)'] });
  if (how === 'interrupted') return end({ subtype: 'error_during_execution', result: undefined, errors: ['aborted'] });
  if (how === 'login refused') return fail({ result: 'Please run /login', api_error_status: 401 });
  if (how === 'login limited') return fail({ result: 'You have hit your limit', api_error_status: 429 });
  if (how === 'cut result') return process.stdout.write('{"type":"result","subtype":"success","is_error":fal');
  end({});
  if (how === 'exit 1') process.exitCode = 1;
})();
`;

const codex = `
const how = input.split('\\n').at(-1);
const settings = Object.fromEntries(argv.flatMap((word, at) => word === '--config' ? [[argv[at + 1].split('=')[0], argv[at + 1].slice(argv[at + 1].indexOf('=') + 1)]] : []));
const provider = settings['model_providers.agentos'];
const ask = async () => provider === undefined ? { status: 200, isFine: true } : await post(/base_url="([^"]+)"/.exec(provider)[1] + '/responses',
  { authorization: 'Bearer ' + process.env[/env_key="([^"]+)"/.exec(provider)[1]] },
  { model: how === 'other model' ? 'gpt-test-2' : option('--model'), stream: true, input: how });
const fail = (message) => { process.exitCode = 1; say({ type: 'error', message }); say({ type: 'turn.failed', error: { message } }); };
(async () => {
  leaveStart({ settings });
  say({ type: 'thread.started', thread_id: 'x' });
  say({ type: 'item.completed', item: { id: 'item_0', type: 'error', message: 'only a warning' } });
  if (misbehave(how)) return;
  say({ type: 'turn.started' });
  const turns = how === 'many turns' ? 40 : 2;
  for (let turn = 1; turn <= turns; turn += 1) {
    const { status, isFine } = await ask();
    if (!isFine) return fail('unexpected status ' + status + ' Something: {}');
    if (turn > 1) continue;
    say({ type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: 'I will make it add.\\n\\nNow.' } });
    edit();
    say({ type: 'item.completed', item: { id: 'item_2', type: 'file_change', status: 'completed', changes: [{ path: process.cwd() + '/src/sum.js', kind: 'update' }] } });
    say({ type: 'item.started', item: { id: 'item_3', type: 'command_execution', command: "/bin/bash -c 'node --test'", status: 'in_progress' } });
  }
  if (how === 'login refused') return fail('unexpected status 401 Unauthorized: not logged in');
  if (how === 'login limited') return fail('exceeded retry limit, last status: 429 Too Many Requests');
  if (how === 'cut result') return process.stdout.write('{"type":"turn.compl');
  say({ type: 'item.completed', item: { id: 'item_4', type: 'agent_message', text: 'It adds now.' } });
  say({ type: 'turn.completed', usage: {} });
  if (how === 'exit 1') process.exitCode = 1;
})();
`;
