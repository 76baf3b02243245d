import { setTimeout } from 'node:timers/promises'
import { API_REQUEST_DAYS } from '@messaging/contract/retention.ts'
import { expiryAfter, monthOf, timeOfId } from '../clock.ts'
import { logError } from '../log/log.ts'
import { ApiRequestEntity, type ApiRequestItem } from './api-request-entity.ts'

/** The longest time that a response waits for its entry. Usually a write takes a few milliseconds. */
const LONGEST_WAIT_MILLISECONDS = 500

/** Stores the entry of a request. A failed write is logged, and a slow one is not awaited: neither affects the request. */
export async function recordRequest(request: Omit<ApiRequestItem, 'month' | 'expiresAt'>): Promise<void> {
  const written = write(request).catch((error: unknown) => logError('api_request.not_recorded', error))
  await Promise.race([written, setTimeout(LONGEST_WAIT_MILLISECONDS, undefined, { ref: false })])
}

async function write(request: Omit<ApiRequestItem, 'month' | 'expiresAt'>): Promise<void> {
  const at = timeOfId(request.id)
  await ApiRequestEntity.put({
    ...request,
    month: monthOf(at),
    expiresAt: expiryAfter(at, API_REQUEST_DAYS),
  }).go()
}
