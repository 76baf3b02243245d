import type { EpochMs } from '@replywright/contract/time.ts'
import { type OpenedLink, openLink } from '@replywright/core/channel/provider/signup/link-sessions.ts'
import { ServiceError } from '@replywright/core/platform/errors.ts'
import { settings } from '@replywright/core/platform/settings.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { type Html, hashSource, html, htmlDocument } from './html.ts'

/** Returns the page of a link session, which leads to the provider's signup. An unknown token returns a page with status 404. */
export async function linkPage(
  token: string,
  event: APIGatewayProxyEvent,
  now: EpochMs,
): Promise<APIGatewayProxyResult> {
  try {
    const opened = await openLink(token, now)
    return respondWithLinkPage(event, 200, { title: 'Connect your business account', body: bodyOf(opened) })
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    const body = message('This link is not valid', 'Check that you copied the complete link, or request a new one.')
    return respondWithLinkPage(event, 404, { title: 'This link is not valid', body })
  }
}

function bodyOf({ status, redirectUrl, signupUrl, cancelUrl }: OpenedLink): Html {
  const backToCaller = html`<p class="actions"><a class="button" href="${redirectUrl}">Continue</a></p>`
  if (status === 'SUCCESS') return message('Your account is connected', 'You can continue.', backToCaller)
  if (status === 'FAILED')
    return message('The account was not connected', 'Request a new link to try again.', backToCaller)
  if (status === 'EXPIRED') return message('This link has expired', 'Request a new one.', backToCaller)
  if (signupUrl === undefined) return message('Accounts cannot be connected right now', 'Try again later.')
  return html`<main>
<h1>Connect your business account</h1>
<p>This allows the service to answer messages on your business phone number.</p>
<ol>
<li>Sign in on the messaging provider's pages.</li>
<li>Choose the business account and the number.</li>
<li>You return here, and the connection is completed automatically.</li>
</ol>
<p class="actions"><a class="button" href="${signupUrl}">Continue</a><a href="${cancelUrl}">Cancel</a></p>
</main>`
}

function message(title: string, text: string, actions?: Html): Html {
  return html`<main><h1>${title}</h1><p>${text}</p>${actions}</main>`
}

/**
 * Confirms the session with the parameters that the provider's signup added to the URL, then opens the URL of the response.
 * Retries while another confirmation is in progress (409) or calls are limited (429). Offers a retry if the service or the
 * network fails.
 */
export const SCRIPT = `
const query = new URLSearchParams(location.search)
const main = document.querySelector('main')
const session = main.dataset.base + '/link/' + encodeURIComponent(query.get('state') ?? '') + '/'
const show = (id) => { for (const part of main.children) part.hidden = part.id !== id }
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
async function confirm() {
  show('working')
  const code = query.get('code')
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(code === null ? { cancelled: true } : { code }),
  }
  for (let tries = 0; tries < 30; tries++) {
    const response = await fetch(session + 'confirm/', request)
    if (response.ok) return location.replace((await response.json()).redirectUrl)
    if (response.status !== 409 && response.status !== 429) return show(response.status < 500 ? 'refused' : 'failed')
    await pause(1000)
  }
  show('failed')
}
const start = () => confirm().catch(() => show('failed'))
document.querySelector('#failed button').addEventListener('click', start)
document.querySelector('#refused a').href = session
start()
`

/** Returns the page to which the provider's signup redirects. It is the same for every session. */
export function linkReturnPage(event: APIGatewayProxyEvent): APIGatewayProxyResult {
  const body = html`<main data-base="${settings.PUBLIC_BASE_URL}" aria-live="polite">
<section id="working">
<h1>Connecting your account</h1>
<p>This takes a few seconds.</p>
<progress aria-label="Connecting"></progress>
<noscript><p>This page requires JavaScript.</p></noscript>
</section>
<section id="failed" hidden>
<h1>The account could not be connected</h1>
<p>The service could not be reached, or the messaging provider did not respond.</p>
<p class="actions"><button type="button">Try again</button></p>
</section>
<section id="refused" hidden>
<h1>The signup could not be completed</h1>
<p>The link is not valid, or the signup took too long.</p>
<p class="actions"><a class="button">Start again</a></p>
</section>
</main>`
  return respondWithLinkPage(event, 200, { title: 'Connecting your business account', body, script: SCRIPT })
}

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
function respondWithLinkPage(
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
