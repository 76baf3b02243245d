import { settings } from '@messaging/core/platform/settings.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { html } from '../html.ts'
import { respondWithLinkPage } from './link-page-frame.ts'

/**
 * Confirms the session with the parameters that the provider's signup added to the URL, then opens the URL of the response.
 * Retries while another confirmation is in progress (409). Offers a retry if the service or the network fails.
 */
const SCRIPT = `
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
    if (response.status !== 409) return show(response.status < 500 ? 'refused' : 'failed')
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
