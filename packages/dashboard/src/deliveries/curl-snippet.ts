import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'

/** Returns a text as one argument of a POSIX shell. */
export function shellQuote(text: string): string {
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
