import { Recent } from '../../model/recent.ts';
import { type Language, languageOf } from '../languages.ts';
import { limits } from '../limits.ts';
import { isMachineMade } from '../machine-made.ts';
import { outlineModule } from './ecmascript.ts';
import { openModuleParser, type ParseModule } from './parse-module.ts';
import { outlinePlain } from './plain.ts';
import { outlinePython } from './python.ts';
import type { Signature } from './signature.ts';

/** The signatures of a file; empty for one that has none or is not outlined any more. */
export type Outline = (path: string, text: string) => readonly Signature[];

interface Outlined {
  readonly path: string;
  readonly signatures: readonly Signature[];
}

/** Tasks of one worker ask about the same files. */
const recent = new Recent<Outlined>(4 * 1024 * 1024);

/** Outlines a bounded number of files; asked again about one, it answers the same. */
export async function openOutliner(): Promise<Outline> {
  const parse = await openModuleParser();
  const known = new Map<string, readonly Signature[]>();
  return (path, text) => {
    const language = languageOf(path);
    const outlined = known.get(path);
    if (outlined !== undefined) return outlined;
    if (language === null || known.size >= limits.outlinedFiles || isMachineMade(text)) return [];
    const work = () => outline(language, path, text.replaceAll('\r\n', '\n'), parse);
    const kept = recent.get(text, () => ({ path, signatures: work() }));
    // The same text may lie elsewhere under another name, and mean something else there.
    const signatures = kept.path === path ? kept.signatures : work();
    known.set(path, signatures);
    return signatures;
  };
}

function outline(language: Language, path: string, text: string, parse: ParseModule): readonly Signature[] {
  if (language === 'python') return outlinePython(text);
  if (language === 'markup') return outlineScript(path, text, parse);
  if (language !== 'ecmascript') return outlinePlain(language, text);
  const module = parse(path, text);
  return module === null ? outlinePlain('ecmascript', text) : outlineModule(module, text);
}

/** The script of a component; the rest of it is markup. */
function outlineScript(path: string, text: string, parse: ParseModule): readonly Signature[] {
  const start = text.search(/<script\b[^>]{0,200}>/);
  const from = start === -1 ? -1 : text.indexOf('>', start) + 1;
  const end = from === -1 ? -1 : text.indexOf('</script>', from);
  if (end === -1) return [];
  const isTyped = /lang=["']ts/.test(text.slice(start, from));
  return outline('ecmascript', `${path}.${isTyped ? 'ts' : 'js'}`, text.slice(from, end), parse);
}
