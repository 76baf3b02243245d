/** What `X-Service-Signature` says. */
export interface SignatureHeader {
  /** `t` as it was written, since the signature covers its digits. */
  readonly timestamp: string
  /** The `v1` values; there can be several while a secret is being changed. */
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
}

/** Reads `t=<unix seconds>,v1=<hex>`; other schemes are skipped. Undefined when it has not one `t` and some readable `v1`. */
export function parseSignatureHeader(header: string): SignatureHeader | undefined {
  const pairs = header.split(',').map((part) => part.trim().split('='))
  const timestamps = pairs.flatMap(([name, value = '']) => (name === 't' ? [value] : []))
  const signatures = pairs.flatMap(([name, value = '']) => (name === 'v1' && isMac(value) ? [fromHex(value)] : []))
  const [timestamp] = timestamps
  if (timestamp === undefined || timestamps.length > 1 || signatures.length === 0) return undefined
  return isUnixSeconds(timestamp) ? { timestamp, signatures } : undefined
}

/** Whether a text is a whole number of seconds. */
export function isUnixSeconds(text: string): boolean {
  return /^\d{1,12}$/.test(text)
}

function isMac(text: string): boolean {
  return /^[\da-f]{64}$/i.test(text)
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
}
