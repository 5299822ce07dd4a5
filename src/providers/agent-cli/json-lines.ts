import { isRecord, parseJson } from '../../model/json.ts';

/** The objects in an output of one JSON document a line; other lines are passed over. */
export function* scanJsonLines(text: string): Generator<Readonly<Record<string, unknown>>> {
  for (const line of text.split('\n')) {
    const data = line.startsWith('{') ? parseJson(line) : null;
    if (isRecord(data)) yield data;
  }
}
