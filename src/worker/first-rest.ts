/** How often it is looked, and how much of that has to be idle: longer than git takes for what a task asks of it. */
const lookMs = 20;
const idleShare = 0.75;

/** Tells once that this process waits for something, a model or a program, and leaves the processor to others. */
export function tellFirstRest(tell: () => void): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { idle, active } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (idle < (idle + active) * idleShare) return;
    clearInterval(timer);
    tell();
  }, lookMs);
  timer.unref();
}
