import { createHash, randomBytes } from 'node:crypto'

/** Invocations of one function in one chain, after which Lambda drops the next one. */
export const MOST_IN_CHAIN = 16

/** Lambda's limit on the different functions that a header names. The oldest ones are forgotten. */
const MOST_FUNCTIONS = 8

interface Invocation {
  /** The header `X-Amzn-Trace-Id` that calls of this invocation carry. */
  readonly traceHeader: string
  /** Earlier invocations of the same function in the chain. */
  readonly earlier: number
}

/**
 * Returns an invocation of a function whose event has these trace headers. Several messages make one invocation: it continues the
 * longest of their chains. Lambda's documentation does not say which one a batch continues.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export function nextInvocation(functionArn: string, traceHeaders: readonly string[]): Invocation {
  const chains = traceHeaders.map((header) => ({ header, lineage: readLineage(header) }))
  const own = hashOf(functionArn)
  const longest = chains.toSorted((a, b) => (b.lineage.get(own) ?? 0) - (a.lineage.get(own) ?? 0))[0]
  const lineage = new Map(longest?.lineage)
  const earlier = lineage.get(own) ?? 0
  lineage.delete(own)
  lineage.set(own, earlier + 1)
  const text = [...lineage]
    .slice(-MOST_FUNCTIONS)
    .map(([hash, count]) => `${hash}:${count}`)
    .join('|')
  const root = longest ? rootOf(longest.header) : undefined
  return { earlier, traceHeader: `Root=${root ?? newRoot()};Parent=${hex(8)};Sampled=0;Lineage=${text}` }
}

/** Returns the earlier invocations in a chain by the hash of their function. */
function readLineage(header: string): ReadonlyMap<string, number> {
  const text = /(?:^|;)Lineage=([^;]{0,500})/.exec(header)?.[1] ?? ''
  return new Map(
    text.split('|').flatMap((part) => {
      const [hash, count] = part.split(':')
      return hash && count ? [[hash, Number(count)] as const] : []
    }),
  )
}

function rootOf(header: string): string | undefined {
  return /(?:^|;)Root=([^;]{1,100})/.exec(header)?.[1]
}

function newRoot(): string {
  return `1-${Math.floor(Date.now() / 1000).toString(16)}-${hex(12)}`
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

function hashOf(functionArn: string): string {
  return createHash('sha256').update(functionArn).digest('hex').slice(0, 8)
}
