import { config } from 'zod/mini';

/** Checks are run as they are, not compiled: that pays only for a schema that is used a thousand times. */
config({ jitless: true });
