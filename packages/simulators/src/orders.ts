/** The path of the shop's orders on the receiver. The phone number of a customer follows. */
export const ORDERS_PATH = '/_orders/'
/** The tool of the demo's agent that reads them. */
export const ORDER_TOOL = 'find_order'
const ORDER = 'A-1042'

const THINGS = ['order', 'orders', 'parcel', 'package', 'delivery', 'shipment', ORDER.toLowerCase()]
const QUESTIONS = ['where', 'wheres', 'status', 'track', 'when', 'whens', 'arrive', 'arrived', 'shipped']
const OTHERS = `a an are can check could did do does get give has hello help hey hi i id is it know like
  me my now number of on our please show tell the there to want was what whats will with would yet you your`.split(
  /\s+/,
)
/** The words of usual questions about an order. With any other word, a text may want something else. */
const WORDS: ReadonlySet<string> = new Set([...THINGS, ...QUESTIONS, ...OTHERS])

/** Returns the latest order of a customer: the same for everyone. */
export function orderOf(customer: string) {
  return { order: ORDER, status: 'on its way', customer }
}

/** Returns whether a text asks for the order, in words that customers usually choose: `Where is my order?`, `order status`. */
export function asksForOrder(text: string): boolean {
  const words = text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[\s?!.,:;#]+/)
    .filter(Boolean)
  const has = (some: readonly string[]) => words.some((word) => some.includes(word))
  return has(THINGS) && has(QUESTIONS) && words.every((word) => WORDS.has(word))
}

/** Returns the sentence about an order in a result of the tool, or undefined if there is none. */
export function sentenceOf(result: string): string | undefined {
  const [, order] = /"order":\s*"([^"]+)"/.exec(result) ?? []
  const [, status] = /"status":\s*"([^"]+)"/.exec(result) ?? []
  return order === undefined || status === undefined ? undefined : `Order ${order} is ${status}.`
}
