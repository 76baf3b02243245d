/** The ids of the list in the order in which it is shown, so that an opened conversation knows the next one. */
let order: readonly string[] = []

export function showOrder(ids: readonly string[]): void {
  order = ids
}

/** Returns the id below another one in the list, else the one above, or undefined if there is none. */
export function neighbourOf(id: string): string | undefined {
  const place = order.indexOf(id)
  return place < 0 ? order[0] : (order[place + 1] ?? order[place - 1])
}
