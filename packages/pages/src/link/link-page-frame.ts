import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { hashSource, htmlDocument } from '../document.ts'
import { type Html, html } from '../html.ts'

const STYLE = `
:root { color-scheme: light dark; --text: #1c2430; --soft: #55606f; --ground: #eef1f5; --card: #fff; --accent: #3b5bdb; --on-accent: #fff }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e8ee; --soft: #a3adba; --ground: #12161c; --card: #1b212a; --accent: #91a7ff; --on-accent: #10161d }
}
* { box-sizing: border-box }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
  color: var(--text); background: var(--ground);
  font: 1rem/1.55 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
}
main { width: min(27rem, 100%); padding: 2.25rem 2rem; border-radius: 1rem; background: var(--card); box-shadow: 0 1rem 3rem #0002 }
h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.25; text-wrap: balance }
p { margin: 0 0 1rem; color: var(--soft) }
ol { margin: 0 0 1.5rem; padding-left: 1.25rem; color: var(--soft) }
.actions { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; margin: 1.5rem 0 0 }
a { color: var(--accent); text-underline-offset: .15em }
a.button, button {
  font: inherit; font-weight: 600; padding: .65rem 1.2rem; border: 0; border-radius: .5rem; cursor: pointer;
  color: var(--on-accent); background: var(--accent); text-decoration: none;
}
a:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px }
[hidden] { display: none !important }
progress { width: 100%; accent-color: var(--accent) }
`

/** Returns a page of a link session. Its policy allows only `script`, and requests to this service. */
export function respondWithLinkPage(
  event: APIGatewayProxyEvent,
  statusCode: number,
  { title, body, script }: { readonly title: string; readonly body: Html; readonly script?: string },
): APIGatewayProxyResult {
  const page = htmlDocument({
    title,
    style: STYLE,
    head: html`<meta name="robots" content="noindex">`,
    body: html`${body}${script !== undefined && html`<script type="module">${{ markup: script }}</script>`}`,
  })
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(STYLE)}`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    statusCode,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': event.requestContext.requestId,
    },
    body: page,
  }
}
