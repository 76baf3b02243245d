import { createHash } from 'node:crypto'
import type { EpochMs } from '@replywright/contract/time.ts'

/** A span of a trace as OpenTelemetry defines it. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client'
  readonly startAt: EpochMs
  readonly endAt: EpochMs
  readonly attributes: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  /** Why it failed; absent for a success. */
  readonly error?: string | undefined
}

/** Returns the id of the trace of a message: the same in every function. */
export function traceIdOf(messageId: string): string {
  return hexOf(['trace', messageId], 32)
}

/** Returns the id of a span of a message's trace. The same causes have the same id. */
export function spanIdOf(messageId: string, ...causes: readonly string[]): string {
  return hexOf(['span', messageId, ...causes], 16)
}

/** Returns the id of the first span of a message's trace: from its arrival to the reply. */
export function rootSpanId(messageId: string): string {
  return spanIdOf(messageId, 'message')
}

function hexOf(causes: readonly string[], digits: number): string {
  return createHash('sha256').update(JSON.stringify(causes)).digest('hex').slice(0, digits)
}
