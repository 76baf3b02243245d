import { type OpenedLink, openLink } from '@messaging/core/people/link-sessions/open-link.ts'
import { ServiceError } from '@messaging/core/platform/errors.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { type Html, html } from '../html.ts'
import { answerLinkPage } from './link-page-frame.ts'

/** The page of a link session: what happens next and the way to the provider's signup; a page too when there is none. */
export async function linkPage(
  token: string,
  event: APIGatewayProxyEvent,
  now: number,
): Promise<APIGatewayProxyResult> {
  try {
    const opened = await openLink(token, now)
    return answerLinkPage(event, 200, { title: 'Connect your business account', body: bodyOf(opened) })
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    const body = message('This link is not valid', 'Check that it was copied whole, or ask for a new one.')
    return answerLinkPage(event, 404, { title: 'This link is not valid', body })
  }
}

function bodyOf({ status, redirectUrl, signupUrl, cancelUrl }: OpenedLink): Html {
  const goOn = html`<p class="actions"><a class="button" href="${redirectUrl}">Continue</a></p>`
  if (status === 'SUCCESS') return message('Your account is connected', 'There is nothing left to do here.', goOn)
  if (status === 'FAILED') return message('The account was not connected', 'Ask for a new link to try again.', goOn)
  if (status === 'EXPIRED') return message('This link has expired', 'Ask for a new one.', goOn)
  if (signupUrl === undefined) return message('Linking is not possible right now', 'Please try again later.')
  return html`<main>
<h1>Connect your business account</h1>
<p>You are about to let this service answer messages on your business phone number.</p>
<ol>
<li>Sign in to the messaging provider on its own pages.</li>
<li>Choose the business account and the number.</li>
<li>Come back here: the rest happens by itself.</li>
</ol>
<p class="actions"><a class="button" href="${signupUrl}">Continue</a><a href="${cancelUrl}">Cancel</a></p>
</main>`
}

function message(title: string, text: string, actions?: Html): Html {
  return html`<main><h1>${title}</h1><p>${text}</p>${actions}</main>`
}
