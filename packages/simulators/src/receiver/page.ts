import { escapeHtml, htmlPage } from '../html.ts'
import type { Received } from './received.ts'

/** Builds a page of deliveries, in the given order, that reloads every two seconds. */
export function renderPage(deliveries: readonly Received[]): string {
  return htmlPage({
    title: 'Deliveries',
    heading: 'Latest deliveries',
    articles: deliveries.map(renderDelivery),
    empty: 'No deliveries yet.',
  })
}

function renderDelivery({ method, path, event, deliveryId, receivedAt, verdict, json, body }: Received): string {
  const { ok, ...checks } = verdict
  const failed = Object.entries(checks).filter(([, check]) => check !== 'valid')
  const text = ok ? '✓ signatures valid' : `✗ ${failed.map(([name, check]) => `${name}: ${check}`).join(', ')}`
  const pretty = json === undefined ? body.toString() : JSON.stringify(json, undefined, 2)
  return `<article>
<header>
<strong>${escapeHtml(event ?? method)}</strong>
<code>${escapeHtml(path)}</code>
<code>${escapeHtml(deliveryId ?? 'no delivery id')}</code>
<time>${new Date(receivedAt).toISOString()}</time>
<span class="verdict ${ok ? 'good' : 'bad'}">${escapeHtml(text)}</span>
</header>
<pre>${escapeHtml(pretty)}</pre>
</article>`
}
