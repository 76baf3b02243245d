/** The parsed value of `X-Service-Signature`. */
export interface SignatureHeader {
  /** The unchanged text of `t`, because the signature covers its digits. */
  readonly timestamp: string
  /** The `v1` values. There can be several during a secret rotation. */
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
}

/** Parses `t=<unix seconds>,v1=<hex>`. Ignores other schemes. Undefined unless there is one `t` and a valid `v1`. */
export function parseSignatureHeader(header: string): SignatureHeader | undefined {
  const pairs = header.split(',').map((part) => part.trim().split('='))
  const timestamps = pairs.flatMap(([name, value = '']) => (name === 't' ? [value] : []))
  const signatures = pairs.flatMap(([name, value = '']) => (name === 'v1' && isMac(value) ? [fromHex(value)] : []))
  const [timestamp] = timestamps
  if (timestamp === undefined || timestamps.length > 1 || signatures.length === 0) return undefined
  return isUnixSeconds(timestamp) ? { timestamp, signatures } : undefined
}

export function isUnixSeconds(text: string): boolean {
  return /^\d{1,12}$/.test(text)
}

function isMac(text: string): boolean {
  return /^[\da-f]{64}$/i.test(text)
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
}
