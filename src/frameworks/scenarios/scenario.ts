/** What is known of a scenario here; those of a design have more. */
export interface ScenarioId {
  /** Three digits. */
  readonly id: string;
  readonly title: string;
}
