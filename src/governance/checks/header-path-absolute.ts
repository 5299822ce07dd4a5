import { makeCheck } from './check.ts';

export const headerPathAbsolute = makeCheck({
  id: 'HEADER_PATH_ABSOLUTE',
  severity: 'warning',
  description: 'The path in the header is relative to the repository.',
  *find({ document, lines }) {
    const path = document.header?.path;
    if (!path || !/^(?:[\\/~]|[A-Za-z]:)/.test(path.value)) return;
    const relative = /[\\/](docs[\\/]lld[\\/]active[\\/]LLD-[\w.-]+\.md)$/.exec(path.value)?.[1]?.replaceAll('\\', '/');
    const source = lines[path.line - 1] ?? '';
    const fixed = relative && source.replace(path.value, () => relative);
    yield {
      line: path.line,
      message: `The header path "${path.value}" holds only on one machine`,
      fix: fixed ? { fromLine: path.line, toLine: path.line, lines: [fixed] } : null,
    };
  },
});
