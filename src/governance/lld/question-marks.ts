/** As they are written in the scripts of the world. */
const mark = /[?？﹖؟՞፧⁇⁈⁉‽]/gu;

export function asksSomething(text: string): boolean {
  return text.search(mark) !== -1;
}

/** What stands behind the last question; all of a text that asks nothing. */
export function afterQuestions(text: string): string {
  const last = [...text.matchAll(mark)].at(-1);
  return last === undefined ? text : text.slice(last.index + last[0].length);
}
