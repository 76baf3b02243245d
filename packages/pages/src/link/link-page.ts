import { type OpenedLink, openLink } from '@messaging/core/people/link-sessions/open-link.ts'
import { ServiceError } from '@messaging/core/platform/errors.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { type Html, html } from '../html.ts'
import { respondWithLinkPage } from './link-page-frame.ts'

/** Returns the page of a link session, which leads to the provider's signup. An unknown token returns a page with status 404. */
export async function linkPage(
  token: string,
  event: APIGatewayProxyEvent,
  now: number,
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
