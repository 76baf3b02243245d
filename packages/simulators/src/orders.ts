/** The path of the shop's orders on the receiver. The phone number of a customer follows. */
export const ORDERS_PATH = '/_orders/'
/** The tool of the demo's agent that reads them. */
export const ORDER_TOOL = 'find_order'
/** What the README asks as a customer. */
const QUESTION = /^\s*where(?: is|['’]s) my (?:order|parcel|package)\s*\?*\s*$/i

/** Returns the latest order of a customer: the same for everyone. */
export function orderOf(customer: string) {
  return { order: 'A-1042', status: 'on its way', customer }
}

/** Returns whether a text asks for the order. */
export function asksForOrder(text: string): boolean {
  return QUESTION.test(text)
}

/** Returns the sentence about an order in a result of the tool, or undefined if there is none. */
export function sentenceOf(result: string): string | undefined {
  const [, order] = /"order":\s*"([^"]+)"/.exec(result) ?? []
  const [, status] = /"status":\s*"([^"]+)"/.exec(result) ?? []
  return order === undefined || status === undefined ? undefined : `Order ${order} is ${status}.`
}
