import type { Received } from '@replywright/simulators/receiver/serve.ts'
import { verify } from '@replywright/simulators/receiver/verification.ts'
import type { Locator, Page } from 'playwright-core'

/** Adds an endpoint for customer messages and opens it. Returns its id and signing secret. */
export async function addEndpoint(page: Page, name: string, url: string): Promise<{ id: string; secret: string }> {
  await open(page, 'Endpoints')
  await page.getByRole('link', { name: 'New endpoint' }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('URL').fill(url)
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page.getByRole('heading', { name: 'Endpoint created' }).waitFor()
  const secret = await page.getByText(/^whsec_/).innerText()
  await page.getByRole('link', { name: 'Open endpoint' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  return { id: new URL(page.url()).pathname.split('/').at(-1) ?? '', secret }
}

/** Sends a test event from the endpoint's page. Returns the locator of its result. */
export async function sendTestEvent(page: Page): Promise<Locator> {
  const before = page.url()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.waitForURL((url) => url.searchParams.has('test') && url.href !== before)
  return page.getByRole('alert').filter({ hasText: 'Test event' })
}

/** Rotates the signing secret. Returns the new secret. */
export async function rotateSecret(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('dialog').getByLabel('My endpoint has the new secret').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return await page.getByText(/^whsec_[^•]+$/).innerText()
}

/** Opens a page from the sidebar. */
export async function open(page: Page, entry: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry, exact: true }).click()
  await page.getByRole('heading', { name: entry, level: 1 }).waitFor()
}

/** Returns the verdict on a delivery's signature with this secret. */
export function signedWith(delivery: Received | undefined, secret: string): string | undefined {
  return delivery && verify(delivery.headers, delivery.body, secret, () => delivery.receivedAt).signature
}
