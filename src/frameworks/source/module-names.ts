import { isTestSupport } from '../detect/test-paths.ts';
import type { FrameworkKind } from '../framework.ts';
import { entry } from '../json.ts';
import { folderOf, joinPath, normalise } from '../paths.ts';
import { type AstNode, isFunction, nodeAt, nodesAt, walk } from './ast.ts';
import { findClaims, type Names } from './claims.ts';
import { findConstants } from './constants.ts';
import type { ParsedModule } from './parse-module.ts';

const assertionModule =
  /^(?:node:)?assert(?:\/strict)?$|^(?:power-assert|chai|uvu\/assert|@std\/assert|jsr:@std\/assert)$/;

/** Its own functions by name, and which names come from where tests keep what they share. */
export function readNames(module: ParsedModule, kind: FrameworkKind): Names {
  const functions = findFunctions(module.body);
  const bodiesOf = (name: string) => functions.get(name) ?? [];
  const supported = findImported(module, (source) => isSupport(module.path, source, kind));
  const names: Names = {
    constants: findConstants(module.body),
    text: module.text,
    assertions: findImported(module, (source) => assertionModule.test(source)),
    makesClaims: askOnce(
      (name) => supported.has(name) || bodiesOf(name).some((run) => findClaims(run, names).length > 0),
    ),
    onlyFails: askOnce((name) => functions.has(name) && bodiesOf(name).every((run) => isFailure(run, names))),
  };
  return names;
}

/** While a name is being looked at the answer is no: a function that only calls itself neither claims nor fails. */
function askOnce(ask: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const asked = known.get(name);
    if (asked !== undefined) return asked;
    known.set(name, false);
    const answer = ask(name);
    known.set(name, answer);
    return answer;
  };
}

/** A body of one statement, which is a failure itself. */
function isFailure(body: AstNode, names: Names): boolean {
  const [statement = body, ...rest] = body.type === 'BlockStatement' ? nodesAt(body, 'body') : [];
  const node = nodeAt(statement, 'expression') ?? statement;
  return rest.length === 0 && findClaims(statement, names).some((claim) => claim.isFailure && claim.node === node);
}

function findFunctions(body: readonly AstNode[]): Map<string, AstNode[]> {
  const functions = new Map<string, AstNode[]>();
  const add = (id: AstNode | null, run: AstNode) => {
    const name = id?.type === 'Identifier' ? String(entry(id, 'name')) : null;
    if (name !== null) functions.set(name, [...(functions.get(name) ?? []).slice(0, 8), run]);
  };
  for (const statement of body) {
    walk(statement, (node) => {
      const id = nodeAt(node, 'id');
      const init = nodeAt(node, 'init');
      const inner = nodeAt(node, 'body');
      if (node.type === 'FunctionDeclaration' && inner !== null) add(id, inner);
      else if (node.type === 'ClassDeclaration' && inner !== null) add(id, inner);
      else if (node.type === 'VariableDeclarator' && init !== null && isFunction(init))
        add(id, nodeAt(init, 'body') ?? init);
      return true;
    });
  }
  return functions;
}

function findImported({ body }: ParsedModule, isWanted: (source: string) => boolean): Set<string> {
  const names = new Set<string>();
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const source = String(entry(nodeAt(statement, 'source'), 'value') ?? '');
    if (!isWanted(source)) continue;
    for (const specifier of nodesAt(statement, 'specifiers')) {
      const local = entry(nodeAt(specifier, 'local'), 'name');
      if (typeof local === 'string') names.add(local);
    }
  }
  return names;
}

/** Other files of tests: what they do is not seen from here. */
function isSupport(path: string, source: string, kind: FrameworkKind): boolean {
  if (!source.startsWith('.')) return false;
  const target = normalise(joinPath(folderOf(path), source));
  return target !== null && isTestSupport(target, kind);
}
