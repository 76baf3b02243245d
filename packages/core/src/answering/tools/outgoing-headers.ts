/** What belongs to the connection, or would say that the body is another one. */
const OWN = [
  'connection',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'expect',
  'host',
  'http2-settings',
  'idempotency-key',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/g

/**
 * Headers that an operator, or the model, asks for, as HTTP can carry them: names in lower case, characters that no header
 * holds left out, and none that is ours to say.
 */
export function outgoingHeaders(wanted: Iterable<readonly [name: string, value: unknown]>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of wanted) {
    const lower = name.toLowerCase()
    if (!NAME.test(name) || OWN.includes(lower) || value === undefined || value === null) continue
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    headers[lower] = text.replace(UNSENDABLE, '').trim()
  }
  return headers
}
