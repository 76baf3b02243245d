import { systemGuard } from '../address-guard.ts'
import { type Answer, sendRequest } from '../send-request.ts'

/** The guard of a laptop: tests' endpoints listen on the loopback. */
export const laptopGuard = { ...systemGuard, allowPrivate: true }

/** POSTs a small body, with a short deadline unless told otherwise. */
export function post(url: string, deadlineMs = 5000, body = '{"a":"é"}'): Promise<Answer> {
  return sendRequest({ url, headers: { 'Content-Type': 'application/json' }, body, deadlineMs }, laptopGuard)
}
