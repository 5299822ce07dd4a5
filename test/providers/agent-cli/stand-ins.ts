import { chmodSync } from 'node:fs';
import { Workspace } from '../../workspace.ts';

/**
 * Programs that are started as `claude` and `codex` are, ask as they do and print as they do. How they behave is told by
 * the question. What they answer says how they were started.
 */
export function writeStandIns(): Workspace {
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
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
const describeStart = () => ({ argv, env: process.env, cwd: process.cwd(), cwdFiles: fs.readdirSync('.') });
const post = async (url, headers, body) =>
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
const misbehave = (question) => {
  if (question === 'hang') { setInterval(() => {}, 1000); return true; }
  if (question === 'flood') { const more = () => { while (process.stdout.write('x'.repeat(65536))); process.stdout.once('drain', more); }; more(); return true; }
  if (question === 'crash') { process.kill(process.pid, 'SIGKILL'); return true; }
  if (question === 'bad option') { process.stderr.write("error: unknown option '--new'\\n"); process.exitCode = 1; return true; }
  return false;
};
`;

const claude = `
const ask = async (question) => await post(process.env.ANTHROPIC_BASE_URL + '/v1/messages?beta=true',
  { 'x-api-key': process.env.ANTHROPIC_API_KEY, 'anthropic-version': '2023-06-01' },
  { model: argv[argv.indexOf('--model') + 1], max_tokens: 100, stream: true, messages: [{ role: 'user', content: question }] });
const end = (result) => say({ type: 'result', subtype: 'success', is_error: false, permission_denials: [], ...result });
const answer = () => ({ structured_output: { verdict: 'fine', input: said, ...describeStart(), system: fs.readFileSync(argv[argv.indexOf('--system-prompt-file') + 1], 'utf8') } });
const said = JSON.parse(fs.readFileSync(0, 'utf8'));
const question = said.message.content.at(-1).text;
(async () => {
  say({ type: 'system', subtype: 'init' });
  if (misbehave(question)) return;
  if (question === 'by yourself') return end(answer());
  for (let more = question === 'ask often' ? 5 : 0; more > 0; more -= 1) await (await ask(question)).text();
  const reply = await ask(question);
  const text = await reply.text().catch(() => null);
  if (reply.status !== 200 || text === null || text.includes('"type":"error"')) {
    process.exitCode = 1;
    return end({ is_error: true, result: 'API Error: ' + reply.status });
  }
  if (question === 'denied') return end({ ...answer(), permission_denials: [{ tool_name: 'Read' }] });
  if (question === 'wrong form') return end({ result: 'I would rather tell it in words' });
  end(answer());
  if (question === 'exit 1') process.exitCode = 1;
})();
`;

const codex = `
const question = fs.readFileSync(0, 'utf8');
const settings = Object.fromEntries(argv.flatMap((word, at) => word === '--config' ? [[argv[at + 1].split('=')[0], argv[at + 1].slice(argv[at + 1].indexOf('=') + 1)]] : []));
const provider = settings['model_providers.agentos'];
const baseUrl = /base_url="([^"]+)"/.exec(provider)[1];
const readNamed = (path) => fs.readFileSync(path, 'utf8');
(async () => {
  say({ type: 'thread.started', thread_id: 'x' });
  say({ type: 'item.completed', item: { id: 'item_0', type: 'error', message: 'only a warning' } });
  if (misbehave(question.split('\\n').at(-1))) return;
  say({ type: 'turn.started' });
  const reply = await post(baseUrl + '/responses', { authorization: 'Bearer ' + process.env[/env_key="([^"]+)"/.exec(provider)[1]] },
    { model: argv[argv.indexOf('--model') + 1], stream: true, input: question });
  const text = await reply.text().catch(() => null);
  if (reply.status !== 200 || text === null || text.includes('"type":"response.failed"') || text.includes('"type":"error"')) {
    process.exitCode = 1;
    return say({ type: 'turn.failed', error: { message: 'unexpected status ' + reply.status } });
  }
  const answer = { verdict: 'fine', input: question, settings, ...describeStart(),
    system: readNamed(JSON.parse(settings.model_instructions_file)), schema: JSON.parse(readNamed(argv[argv.indexOf('--output-schema') + 1])) };
  say({ type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: 'thinking aloud' } });
  say({ type: 'item.completed', item: { id: 'item_2', type: 'agent_message', text: JSON.stringify(answer) } });
  say({ type: 'turn.completed', usage: {} });
})();
`;
