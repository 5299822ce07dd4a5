import { openOutliner } from '../../../src/survey/outline/outliner.ts';

/** The outline of one file as lines, members indented, documentation left out unless it is asked for. */
export async function outlineText(path: string, text: string, withDocs = false): Promise<string> {
  const outline = await openOutliner();
  return outline(path, text)
    .flatMap(({ depth, text: shown, doc }) => [
      ...(withDocs && doc !== null ? [`${'  '.repeat(depth)}// ${doc}`] : []),
      '  '.repeat(depth) + shown,
    ])
    .join('\n');
}

export interface OutlineCase {
  readonly claim: string;
  readonly path: string;
  readonly text: string;
  readonly expected: string;
}
