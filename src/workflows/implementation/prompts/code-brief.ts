import type { FrameworkKind, TestLayout } from '../../../frameworks/framework.ts';
import type { Scenario } from '../../../governance/lld/document.ts';
import type { AnnouncedFile } from '../gates/gate-input.ts';

/** What an agent is told of a task; the same for all its jobs. */
export interface CodeBrief {
  readonly id: string;
  readonly title: string;
  /** As `readDesign` gives it. */
  readonly design: string;
  readonly announced: readonly AnnouncedFile[];
  /** Those that a machine can run. */
  readonly scenarios: readonly Scenario[];
  readonly framework: { readonly kind: FrameworkKind; readonly layout: TestLayout };
  /** As a shell would read it. */
  readonly testCommand: string;
}
