/**
 * Where words begin in a text, in order, up to a number of places, which may overlap. Takes time linear in both,
 * whatever they hold: a search by `indexOf` can be made to take their product, and both may come from a model.
 */
export function findOccurrences(text: string, words: string, most: number): number[] {
  const places: number[] = [];
  if (words === '' || words.length > text.length) return places;
  const borders = measureBorders(words);
  let matched = 0;
  for (let at = 0; at < text.length && places.length < most; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && words.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (words.charCodeAt(matched) === unit) matched += 1;
    if (matched < words.length) continue;
    places.push(at - words.length + 1);
    matched = borders[matched - 1] ?? 0;
  }
  return places;
}

/** For each start of the words the length of the longest part that it both begins and ends with (Knuth, Morris, Pratt). */
function measureBorders(words: string): Uint32Array {
  const borders = new Uint32Array(words.length);
  let border = 0;
  for (let at = 1; at < words.length; at += 1) {
    while (border > 0 && words.charCodeAt(border) !== words.charCodeAt(at)) border = borders[border - 1] ?? 0;
    if (words.charCodeAt(border) === words.charCodeAt(at)) border += 1;
    borders[at] = border;
  }
  return borders;
}
