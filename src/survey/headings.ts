/** The headings of a Markdown text down to the fourth level; what stands in code is none. */
export function headingsOf(text: string): string[] {
  let isCode = false;
  return text.split('\n').filter((line) => {
    if (/^\s{0,3}(```|~~~)/.test(line)) isCode = !isCode;
    return !isCode && /^#{1,4}\s/.test(line);
  });
}
