import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { requestOutbound } from '../../platform/outbound/request-outbound.ts'
import { parseRobots, type RobotsRules } from './robots-rules.ts'

/** The name in robots.txt. It is the product of `USER_AGENT`. */
const PRODUCT = 'Service-Agent'
export const USER_AGENT = `${PRODUCT}/1.0`

const ALL: RobotsRules = { allows: () => true, delaySeconds: 0 }
const NONE: RobotsRules = { allows: () => false, delaySeconds: 0 }

const DEADLINE_MS = 10_000
/** RFC 9309: crawlers read at least this much. */
const LARGEST_BYTES = 500 * 1024
const MAX_REDIRECTS = 5

/** Reads robots.txt of the site of a URL. */
export async function readRobots(url: string, guard: Guard = systemGuard): Promise<RobotsRules> {
  const address = URL.parse('/robots.txt', url)?.href
  if (address === undefined) return NONE
  const headers = { accept: 'text/plain', 'user-agent': USER_AGENT }
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: LARGEST_BYTES, maxRedirects: MAX_REDIRECTS }
  const response = await requestOutbound({ url: address, method: 'GET', headers, ...limits }, guard)
  return 'error' in response ? NONE : judgeRobots(response.status, response.bytes.toString())
}

/** Returns the rules of a response: without such a file everything is allowed, and nothing while the server fails. */
export function judgeRobots(status: number, text: string): RobotsRules {
  if (status >= 500 || status === 429) return NONE
  return status < 200 || status > 299 ? ALL : parseRobots(text, PRODUCT)
}
