import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import { type ApiResponse, callApi } from '../support/service.ts'

const LinkSession = v.object({ id: v.string(), linkUrl: v.string() })

/** Starts a link session of the organisation that the key belongs to. */
export async function startLink({ ready }: Service, apiKey = ready.apiKey) {
  const urls = { successUrl: 'http://127.0.0.1/connected?to=us', returnUrl: 'http://127.0.0.1/back' }
  const created = await callApi(ready.baseUrl, apiKey, 'POST', '/msg-link-sessions/', urls)
  return v.parse(LinkSession, created.body)
}

/** What the customer does at the provider; answers the address that the browser is sent back to. */
export async function decideAtProvider(
  { ready }: Service,
  linkUrl: string,
  choice: { decision: 'finish' | 'cancel'; business?: string; number?: string },
): Promise<URL> {
  const page = await (await fetch(linkUrl)).text()
  const href = /class="button" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  if (href === undefined) throw new Error(`no way to the provider on ${page}`)
  const dialog = await fetch(href)
  if (dialog.status !== 200) throw new Error(`${href} answers ${dialog.status}`)
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

/** What the page that the browser comes back to sends. */
export async function confirm(linkUrl: string, body: unknown): Promise<ApiResponse> {
  const response = await fetch(`${linkUrl}confirm/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Connects a new business account with a number; answers its id and the provider's. */
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
