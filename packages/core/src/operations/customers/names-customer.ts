import { canonicalNumber } from '../../conversations/canonical-number.ts'

/** What is searched: whole ids and numbers, not parts of them. */
interface Wanted {
  /** The channel's ids of the organisation's numbers. */
  readonly numbers: ReadonlySet<string>
  /** Phone numbers of the customer (digits), and user ids of the channel. */
  readonly names: ReadonlySet<string>
}

/** Contents of messages. A customer can write the number of another customer, or send a contact card with it. */
const CONTENT = new Set([
  'body',
  'button',
  'caption',
  'description',
  'errors',
  'interactive',
  'location',
  'order',
  'payload',
  'phones',
  'profile',
  'referral',
  'system',
  'text',
  'title',
])

/**
 * Returns whether the raw JSON of an event is of a number of the organisation and names the customer, as the sender or
 * the recipient. An event that could not be read may have any shape, so each value is compared, except contents of
 * messages. Values are strings or numbers, and phone numbers may begin with `+`.
 */
export function namesCustomer(raw: string, { numbers, names }: Wanted): boolean {
  let isOfNumber = false
  let isOfCustomer = false
  const left: unknown[] = [parsed(raw)]
  while (left.length > 0 && !(isOfNumber && isOfCustomer)) {
    const value = left.pop()
    if (typeof value === 'string' || typeof value === 'number') {
      const id = String(value)
      const name = canonicalNumber(id.startsWith('+') ? id.slice(1).replace(/[ ()-]/g, '') : id)
      isOfNumber ||= numbers.has(id)
      isOfCustomer ||= names.has(id) || names.has(name)
    } else if (Array.isArray(value)) for (const item of value) left.push(item)
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) if (!CONTENT.has(key)) left.push(item)
  }
  return isOfNumber && isOfCustomer
}

/** Parses an event of any depth, because one that is too deep to be taken is parked. The walk above does not recurse. */
function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
