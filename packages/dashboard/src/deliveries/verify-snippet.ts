/** What a signature is checked with. */
export interface Signed {
  /** The exact request body. */
  readonly payload: string
  /** `t` of the signature: Unix seconds. */
  readonly timestamp: string
  /** `v1` of the signature, hex. */
  readonly signature: string
}

/** The parts of an `X-Service-Signature` header; undefined when it is none. */
export function signedBy(header: string | undefined, payload: string): Signed | undefined {
  const [, timestamp, signature] = header?.match(/^t=(\d+),v1=([0-9a-f]{64})$/) ?? []
  return timestamp && signature ? { payload, timestamp, signature } : undefined
}

/** A shell script that prints `true` when the signature is that of the body with the secret in `$SECRET`. */
export function shellSnippet({ payload, timestamp, signature }: Signed): string {
  return `# SECRET is the signing secret of the endpoint, as it is shown: whsec_…
BODY=${shellQuote(payload)}
MAC=$(printf '%s.%s' ${timestamp} "$BODY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d ' ' -f 1)
[ "$MAC" = ${signature} ] && echo true || echo false
`
}

/** The same for Node.js; the secret is read from the environment. */
export function nodeSnippet({ payload, timestamp, signature }: Signed): string {
  return `import { createHmac, timingSafeEqual } from 'node:crypto'

// SECRET is the signing secret of the endpoint, as it is shown: whsec_…
const body = ${JSON.stringify(payload)}
const mac = createHmac('sha256', process.env.SECRET).update(\`${timestamp}.\${body}\`).digest()
console.log(timingSafeEqual(mac, Buffer.from('${signature}', 'hex')))
`
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
