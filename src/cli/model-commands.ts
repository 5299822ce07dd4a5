import { buildCommand, type Command } from '@stricli/core';
import { type CredentialsFlags, credentialsFlags, type SimulateFlags, simulateFlags } from './batch-flags.ts';
import type { Context } from './door.ts';

export function credentialsCommand(): Command<Context> {
  return buildCommand({
    async loader() {
      const { printCredentials } = await import('./commands/credentials.ts');
      return function (this: Context, flags: CredentialsFlags): void {
        this.choose(() => printCredentials(this.door, flags));
      };
    },
    parameters: { flags: credentialsFlags },
    docs: {
      brief: 'Print the credentials, their state and their spend; never a key',
      customUsage: [
        { input: '', brief: 'also while a batch runs' },
        { input: '--check', brief: 'and ask each provider whether it takes the key' },
        { input: '--json', brief: 'for a program' },
      ],
    },
  });
}

export function simulateCommand(): Command<Context> {
  return buildCommand({
    async loader() {
      const { simulate } = await import('./commands/simulate.ts');
      return function (this: Context, flags: SimulateFlags): void {
        this.choose(() => simulate(this.door, flags));
      };
    },
    parameters: { flags: simulateFlags },
    docs: {
      brief: 'Simulate model providers on this machine, with limits and faults',
      fullDescription:
        'Speaks the wire protocols of Anthropic, OpenAI, Gemini and compatible servers until Ctrl+C. No model takes part. Prints the variables that lead to it for a shell, and a config that knows its limits. See docs/simulator.md.',
      customUsage: [
        { input: '', brief: 'two keys for each provider, with limits that can be felt' },
        { input: '> simulator.env', brief: 'the variables in a file, for `source`' },
        { input: '--setup limits.json --log truth.ndjson', brief: 'your own limits; what really happened' },
      ],
    },
  });
}
