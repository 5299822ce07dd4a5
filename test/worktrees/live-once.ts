import { liveWhole } from './whole-life.ts';

const [, , repoDir = '', lockFile = ''] = process.argv;
await liveWhole(repoDir, lockFile, (what) => process.stdout.write(`${what}\n`));
