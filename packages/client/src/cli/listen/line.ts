import { stripVTControlCharacters } from 'node:util'
import type { ForwardResult } from './forward.ts'

const MAX_TEXT_LENGTH = 120

/** Returns the line of a forwarded delivery: time, event, id, status, duration, and an error's first line. */
export function deliveryLine(
  { id, event }: { readonly id: string; readonly event: string },
  { status, durationMs, text }: ForwardResult,
  nowMs: number,
): string {
  const detail = status === undefined ? noResponse(text) : isAccepted(status) ? '' : firstLine(text)
  const columns = [event.padEnd(29), id, String(status ?? '---'), `${Math.round(durationMs)} ms`.padStart(8)]
  return `${clockTime(nowMs)}  ${columns.join('  ')}${detail && `  ${detail}`}`
}

/** Returns a forwarded delivery as JSON. `status` is null without a response, and `text` is then the reason. */
export function deliveryJson(
  { id, event, webhookId }: { readonly id: string; readonly event: string; readonly webhookId: string },
  { status, durationMs, text }: ForwardResult,
  nowMs: number,
): string {
  const at = new Date(nowMs).toISOString()
  return JSON.stringify({ at, id, event, webhookId, status: status ?? null, durationMs: Math.round(durationMs), text })
}

function noResponse(reason: string): string {
  if (reason === 'ECONNREFUSED') return 'connection refused: no server listens at this address'
  return reason === 'timeout' ? 'no response in time' : `no response (${reason})`
}

export function isAccepted(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 299
}

/** Returns the first line with text, without control characters, because the endpoint's text goes to a terminal. */
function firstLine(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n')
  const line = (lines.find((each) => each.trim() !== '') ?? '').replace(/\p{Cc}/gu, ' ').trim()
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line
}

/** Returns the local time of day as `hh:mm:ss`. */
export function clockTime(nowMs: number): string {
  const date = new Date(nowMs)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The results of a run. */
export interface Tally {
  accepted: number
  rejected: number
  unanswered: number
}

export function summaryLine({ accepted, rejected, unanswered }: Tally): string {
  const total = accepted + rejected + unanswered
  if (total === 0) return 'Forwarded no deliveries.'
  return `Forwarded ${total} ${total === 1 ? 'delivery' : 'deliveries'}: ${accepted} accepted, ${rejected} rejected, ${unanswered} without a response.`
}
