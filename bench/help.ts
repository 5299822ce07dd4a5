import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';
import { timeAgentos, timeEmptyNode } from './timed-process.ts';

export const help: Measurement = {
  name: 'help',
  measure() {
    const medians = interleavedMedians(60, { nodeMs: timeEmptyNode, helpMs: () => timeAgentos('--help') });
    return {
      what: 'agentos --help ÷ node -e 0',
      measured: medians.helpMs / medians.nodeMs,
      limit: 1.3,
      unit: '×',
      trouble: null,
      raw: medians,
    };
  },
};
