import type { Received } from './received.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.2rem; font-weight: 600 }
  article { border: 1px solid #8884; border-radius: .5rem; margin: 1rem 0; overflow: hidden }
  header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .5rem .75rem; background: #8881; align-items: baseline }
  header strong { font-weight: 600 }
  header .verdict { margin-left: auto }
  .good { color: #16803c } .bad { color: #c02626 }
  code, pre { font: 12px/1.5 ui-monospace, monospace }
  pre { margin: 0; padding: .75rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
  p { opacity: .7 }`

/** A page of deliveries, in the order given, that reloads every two seconds. */
export function renderPage(deliveries: readonly Received[]): string {
  const list = deliveries.map(renderDelivery).join('\n') || '<p>Nothing has arrived yet.</p>'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>Deliveries</title>
<style>${STYLE}</style>
<h1>Latest deliveries</h1>
${list}
</html>
`
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
