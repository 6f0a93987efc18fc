export const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

export function shuffle<Item>(random: () => number, items: readonly Item[]): Item[] {
  const copy = [...items];
  for (let index = copy.length - 1; index > 0; index--) {
    const otherIndex = Math.floor(random() * (index + 1));
    [copy[index], copy[otherIndex]] = [copy[otherIndex] as Item, copy[index] as Item];
  }
  return copy;
}
