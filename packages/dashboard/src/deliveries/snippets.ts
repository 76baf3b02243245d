import type { Delivery } from '@replywright/contract/webhook-deliveries.ts'

/** Returns a text as one argument of a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Returns the curl command that sends the request of the latest attempt; undefined before the first, and for an event bus. */
export function curlSnippet({ url, payload, attempts }: Pick<Delivery, 'url' | 'payload' | 'attempts'>) {
  const headers = attempts.at(-1)?.requestHeaders
  if (!headers || url.startsWith('arn:')) return undefined
  const lines = [
    `curl -i ${shellQuote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${shellQuote(`${name}: ${value}`)}`),
    `  --data-raw ${shellQuote(payload)}`,
  ]
  return `${lines.join(' \\\n')}\n`
}

export interface Signed {
  /** The exact request body. */
  readonly payload: string
  /** `t` of the signature: Unix seconds. */
  readonly timestamp: string
  /** `v1` of the signature, hex. */
  readonly signature: string
}

/** Returns the parts of an `X-Service-Signature` header, or undefined if it is invalid. */
export function signedBy(header: string | undefined, payload: string): Signed | undefined {
  const [, timestamp, signature] = header?.match(/^t=(\d+),v1=([0-9a-f]{64})$/) ?? []
  return timestamp && signature ? { payload, timestamp, signature } : undefined
}

/** Returns a shell script that prints `true` if the signature matches the body and the secret in `$SECRET`. */
export function shellSnippet({ payload, timestamp, signature }: Signed): string {
  return `# SECRET is the signing secret of the endpoint, including whsec_
BODY=${shellQuote(payload)}
MAC=$(printf '%s.%s' ${timestamp} "$BODY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d ' ' -f 1)
[ "$MAC" = ${signature} ] && echo true || echo false
`
}

/** Returns the same script for Node.js. It reads the secret from the environment. */
export function nodeSnippet({ payload, timestamp, signature }: Signed): string {
  return `import { createHmac, timingSafeEqual } from 'node:crypto'

// SECRET is the signing secret of the endpoint, including whsec_
const body = ${JSON.stringify(payload)}
const mac = createHmac('sha256', process.env.SECRET).update(\`${timestamp}.\${body}\`).digest()
console.log(timingSafeEqual(mac, Buffer.from('${signature}', 'hex')))
`
}
