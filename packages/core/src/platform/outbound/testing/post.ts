import { systemGuard } from '../address-guard.ts'
import { type Answer, sendRequest } from '../send-request.ts'

/** A guard that allows private addresses: test endpoints listen on the loopback. */
export const loopbackGuard = { ...systemGuard, allowPrivate: true }

export function post(url: string, deadlineMs = 5000, body = '{"a":"é"}'): Promise<Answer> {
  return sendRequest({ url, headers: { 'Content-Type': 'application/json' }, body, deadlineMs }, loopbackGuard)
}
