import { openScriptedProvider } from '../../../src/providers/scripted/scripted-provider.ts';
import { askOptions, draftAsk } from '../briefs.ts';

/** Plays one crash; what is noted before it goes to stdout. */
const play = { crash: process.argv[2] };
const provider = openScriptedProvider('script', {
  taskId: '137',
  gateway: null,
  programs: null,
  readText: () => JSON.stringify({ schemaVersion: 1, tasks: { '*': { draft: [play] } } }),
  appendLine: () => {},
  print: () => {},
  exit: (code) => process.exit(code),
});
const noteTry = (reason: string) => process.stdout.write(`${reason}\n`);
await provider.ask(draftAsk, askOptions({ noteTry }));
