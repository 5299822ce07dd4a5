/** One batch is one trace; each attempt is a span in it. Ids as W3C writes them. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** For every process that a task starts: W3C's variable, and three that older tracers read. */
export type TraceVariables = Readonly<Record<(typeof variableNames)[number], string>>;

const variableNames = ['TRACEPARENT', 'TRACER_PROJECT', 'TRACER_RUN_ID', 'TRACER_PARENT_SPAN_ID'] as const;

export function makeTraceVariables({ traceId, spanId }: TraceContext): TraceVariables {
  return {
    TRACEPARENT: `00-${traceId}-${spanId}-01`,
    TRACER_PROJECT: 'agentos',
    TRACER_RUN_ID: traceId,
    TRACER_PARENT_SPAN_ID: spanId,
  };
}
