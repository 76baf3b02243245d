import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { requestOutbound } from '../../platform/outbound/request-outbound.ts'

/** The name in robots.txt. It is the product of `USER_AGENT`. */
const PRODUCT = 'Service-Agent'
export const USER_AGENT = `${PRODUCT}/1.0`

/** What robots.txt of a site says about the service. */
export interface RobotsRules {
  allows(url: string): boolean
  /** Seconds between two requests. */
  readonly delaySeconds: number
}

const ALL: RobotsRules = { allows: () => true, delaySeconds: 0 }
const NONE: RobotsRules = { allows: () => false, delaySeconds: 0 }

const DEADLINE_MS = 10_000
/** RFC 9309: crawlers read at least this much. */
const LARGEST_BYTES = 500 * 1024
const MAX_REDIRECTS = 5
const LONGEST_DELAY_SECONDS = 5

/**
 * Reads robots.txt of the site of a URL (RFC 9309): without such a file everything is allowed, and nothing while the server
 * fails.
 */
export async function readRobots(url: string, guard: Guard = systemGuard): Promise<RobotsRules> {
  const address = URL.parse('/robots.txt', url)?.href
  if (address === undefined) return NONE
  const headers = { accept: 'text/plain', 'user-agent': USER_AGENT }
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: LARGEST_BYTES, maxRedirects: MAX_REDIRECTS }
  const response = await requestOutbound({ url: address, method: 'GET', headers, ...limits }, guard)
  if ('error' in response) return NONE
  return await judgeRobots(address, response.status, response.bytes.toString())
}

/** Returns the rules of a response to a request for robots.txt at `address`. */
export async function judgeRobots(address: string, status: number, text: string): Promise<RobotsRules> {
  if (status >= 500 || status === 429) return NONE
  if (status < 200 || status > 299) return ALL
  const { default: robotsParser } = await import('robots-parser')
  const robots = robotsParser(address, text)
  const delay = robots.getCrawlDelay(PRODUCT) ?? 0
  return {
    // The library has no opinion about URLs of other sites.
    allows: (url) => robots.isAllowed(url, PRODUCT) ?? true,
    delaySeconds: Math.min(LONGEST_DELAY_SECONDS, Math.max(0, Number.isFinite(delay) ? delay : 0)),
  }
}
