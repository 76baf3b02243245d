/** Returns a number of deliveries in words. */
export function deliveriesText(count: number): string {
  return count === 1 ? '1 delivery' : `${count.toLocaleString('en')} deliveries`
}
