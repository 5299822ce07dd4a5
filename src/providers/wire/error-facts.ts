import type { WireProvider } from '../../model/credential.ts';
import { isRecord } from '../../model/json.ts';
import { type Fields, fieldAt, itemsAt, textAt } from './fields.ts';

/** What a provider says of an error, before anybody judges it. */
export interface ErrorFacts {
  readonly provider: WireProvider;
  /** Of the reply, or, inside a stream, the one that the same error would have had. */
  readonly status: number;
  readonly isInStream: boolean;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The object that tells of the error; empty if there is none. */
  readonly error: Fields;
  /** Its machine-readable words in lower case: types, codes, reasons. A sentence is none. */
  readonly codes: ReadonlySet<string>;
  /** As the provider wrote it; '' if it says nothing. */
  readonly message: string;
  readonly now: number;
}

/** The object with the error in it: some send a list of one. */
export function findError(body: unknown): Fields {
  const root = Array.isArray(body) ? body[0] : body;
  const inner = fieldAt(root, 'error') ?? fieldAt(root, 'response', 'error');
  if (isRecord(inner)) return inner;
  return isRecord(root) ? root : {};
}

/** Only what looks like a code: `insufficient_quota` is one, `INSUFFICIENT QUOTA` is not. */
export function readCodes(error: Fields): ReadonlySet<string> {
  const details = itemsAt(error, 'details').map((detail) => textAt(detail, 'reason'));
  const said = [textAt(error, 'type'), textAt(error, 'code'), textAt(error, 'status')];
  const words = [...said, textAt(error, 'details', 'error_code'), ...details];
  return new Set(
    words.filter((word) => word !== null && /^\w{1,80}$/.test(word)).map((word) => String(word).toLowerCase()),
  );
}

export function readMessage(body: unknown, error: Fields): string {
  const root = Array.isArray(body) ? body[0] : body;
  const title = textAt(root, 'error');
  const said = textAt(error, 'message') ?? textAt(root, 'message') ?? textAt(root, 'detail') ?? firstDetail(root);
  const raw = textAt(error, 'metadata', 'raw');
  return [title, said, raw].filter((part) => part !== null).join(': ');
}

/** FastAPI lists what it did not like. */
function firstDetail(root: unknown): string | null {
  return textAt(itemsAt(root, 'detail')[0], 'msg') ?? textAt(root, 'detail', 'message');
}
