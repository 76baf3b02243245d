import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { type ApiResponse, callApi } from '../support/service.ts'

const LinkSession = v.object({ id: v.string(), linkUrl: v.string() })

/** Creates a link session for the organisation of the API key. */
export async function startLink({ ready }: Service, apiKey = ready.apiKey) {
  const urls = { successUrl: 'http://127.0.0.1/connected?to=us', returnUrl: 'http://127.0.0.1/back' }
  const created = await callApi(ready.baseUrl, apiKey, 'POST', '/msg-link-sessions/', urls)
  return v.parse(LinkSession, created.body)
}

/** Completes or cancels the signup at the provider. Returns the URL to which the browser is redirected. */
export async function decideAtProvider(
  { ready }: Service,
  linkUrl: string,
  choice: { decision: 'finish' | 'cancel'; business?: string; number?: string },
): Promise<URL> {
  const page = await (await fetch(linkUrl)).text()
  const href = /class="button" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  if (href === undefined) throw new Error(`no link to the provider on ${page}`)
  const dialog = await fetch(href)
  if (dialog.status !== 200) throw new Error(`${href} returned ${dialog.status}`)
  const { searchParams } = new URL(href)
  const state = searchParams.get('state') ?? ''
  const redirect_uri = searchParams.get('redirect_uri') ?? ''
  const decided = await fetch(`${ready.providerUrl}/simulator/signup`, {
    method: 'POST',
    body: new URLSearchParams({ state, redirect_uri, ...choice }),
    redirect: 'manual',
  })
  return new URL(decided.headers.get('location') ?? '')
}

/** Sends the request of the return page. */
export async function confirm(linkUrl: string, body: unknown): Promise<ApiResponse> {
  const response = await fetch(`${linkUrl}confirm/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Connects a new business account with a number. Returns its id, provider id and name. */
export async function signUp(service: Service, business: string, number: string) {
  const { linkUrl } = await startLink(service)
  const back = await decideAtProvider(service, linkUrl, { decision: 'finish', business, number })
  await confirm(linkUrl, { code: back.searchParams.get('code') })
  const { body } = await callApi(service.ready.baseUrl, service.ready.apiKey, 'GET', '/msg-accounts/')
  const accounts = v.parse(v.array(v.object({ id: v.string(), waId: v.string(), name: v.string() })), body)
  const account = accounts.find(({ name }) => name === business)
  if (!account) throw new Error(`${business} was not connected`)
  return account
}
