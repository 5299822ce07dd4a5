interface Repeat<Item> {
  readonly item: Item;
  readonly firstLine: number;
}

/** Each item whose key an earlier item had, with the line of the first of them. */
export function* findRepeats<Item extends { readonly line: number }>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string | null,
): Iterable<Repeat<Item>> {
  const firstLines = new Map<string | null, number>();
  for (const item of items) {
    const firstLine = firstLines.get(keyOf(item));
    if (firstLine === undefined) firstLines.set(keyOf(item), item.line);
    else yield { item, firstLine };
  }
}
