// @module-tag long
// @module-tag full
import { readFile } from 'node:fs/promises'
import { endpoints } from '@replywright/contract/endpoints.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendDeliveries } from '../deliveries/delivery-log.ts'
import { callApi, startTestService } from '../support/service.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { takeBrowser } from './browser/chromium.ts'
import { addEndpoint, open, rotateSecret, sendTestEvent, signedWith } from './browser/endpoint-page.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage } from './browser/inspect-page.ts'
import { signIn, signOut, signUp } from './browser/session-pages.ts'
import { UI_TIMEOUT_MS, type Visitor, visit } from './browser/visitor.ts'
import { addMember, organizationOf, PASSWORD, peopleOf } from './people.ts'
import { signInToDashboard } from './session.ts'
import { webhooksOf } from './webhooks.ts'

const WAIT = { timeout: UI_TIMEOUT_MS, interval: 200 }
const EMAIL = 'robin@example.com'
const PATH = '/robin'
/** How long states that end by themselves are shown. An attempt may last 10 seconds. */
const SHOWN_MS = 8000

let service: Service
const lines: string[] = []

beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: ({ line }) => lines.push(line) })
})
afterAll(() => service?.stop())

describeInBrowser('in a browser', () => {
  let robin: Visitor
  let secret: string
  let webhookId: string
  const sent = () => service.receiver.received(PATH)

  beforeAll(async () => {
    robin = await visit(await takeBrowser(), service.ready.dashboardUrl)
  })
  afterAll(() => robin?.[Symbol.asyncDispose]())

  const step = (name: string, run: (page: Visitor['page']) => Promise<void>) => test(name, () => run(robin.page))

  step('creates an account with the mailed password', async (page) => {
    await page.goto('/sign-up')
    await page.locator('input:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Must be an email address.').waitFor()
    await signUp(page, { email: EMAIL, password: PASSWORD }, peopleOf(service).mailed)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  step('shows a working API key once', async (page) => {
    await open(page, 'API keys')
    await page.getByRole('button', { name: 'New API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('warehouse')
    const created = Promise.withResolvers<void>()
    await page.route('**/v1/api-keys/', (route) => created.promise.then(() => route.continue()), { times: 1 })
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await page.keyboard.press('Escape')
    created.resolve()
    const key = await dialog.getByText(/^\w{40}$/).innerText()
    robin.secrets.add(key)
    expect(await callApi(service.ready.baseUrl, key, 'GET', '/agents/')).toMatchObject({ status: 200 })
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByRole('row', { name: /warehouse/ }).waitFor()
    expect(await page.content()).not.toContain(key)
  })

  step('shows the delivery of a test event to a new endpoint', async (page) => {
    const added = await addEndpoint(page, 'Robin’s shop', service.ready.receiverUrl + PATH)
    ;({ secret, id: webhookId } = added)
    robin.secrets.add(secret)
    service.receiver.setSecret(PATH, secret)
    const outcome = await sendTestEvent(page)
    await outcome.getByText('Delivered', { exact: true }).waitFor()
    expect(sent()).toMatchObject([{ event: 'test.ping', verdict: { ok: true } }])
  })

  step('shows retries as they happen, and replays the failed delivery after a fix', async (page) => {
    const closed = { status: 503, body: 'temporarily closed' }
    // The page shows that the delivery is retried until the second attempt ends.
    service.receiver.behave(PATH, [closed, { ...closed, delayMs: SHOWN_MS }, closed])
    const outcome = await sendTestEvent(page)
    await outcome.getByText('Retrying', { exact: true }).first().waitFor()
    await outcome
      .getByText(/^(Next attempt in \d+ s|Next attempt due now)/)
      .first()
      .waitFor()
    await outcome.getByRole('link', { name: 'View delivery' }).click()
    await page.getByText('Failed', { exact: true }).first().waitFor()
    await page.getByRole('img', { name: /attempt 4 failed/ }).waitFor()
    await page.getByText('temporarily closed').first().waitFor()

    const failed = page.url()
    service.receiver.behave(PATH, { status: 200 })
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('link', { name: 'Open the replay' }).click()
    await page.waitForURL((url) => url.href !== failed)
    await page.getByText('Delivered', { exact: true }).waitFor()
    const [, ...attempts] = sent()
    const [original, copy] = [attempts[0]?.deliveryId, attempts.at(-1)?.deliveryId]
    expect(attempts.map(({ deliveryId }) => deliveryId)).toEqual([original, original, original, original, copy])
    expect(page.url()).toContain(copy)
    await page.getByRole('link', { name: original }).click()
    await page.waitForURL(failed)
  })

  step('verifies with the new secret only after a rotation', async (page) => {
    await page.getByRole('link', { name: 'Robin’s shop' }).click()
    const rotated = await rotateSecret(page)
    robin.secrets.add(rotated)
    await (await sendTestEvent(page)).getByText('Delivered', { exact: true }).waitFor()
    expect(signedWith(sent().at(-1), secret)).toBe('wrong')
    expect(signedWith(sent().at(-1), rotated)).toBe('valid')
  })

  step('disables an endpoint after 20 failures, and replays its deliveries after a fix', async (page) => {
    service.receiver.behave(PATH, { status: 404 })
    const session = await signInToDashboard(service, { email: EMAIL, password: PASSWORD })
    const organization = await organizationOf(session)
    await sendDeliveries(service.cloud, { organizationId: organization.id, webhookId }, 20)
    await vi.waitFor(async () => {
      const { body } = await session.call('GET', `/v1/webhooks/${webhookId}/`)
      expect(v.parse(endpoints['webhooks/get'].response, body)).toMatchObject({ enabled: false })
    }, WAIT)
    await open(page, 'Endpoints')
    await page.getByRole('alert').filter({ hasText: '1 endpoint was disabled after 20 failed' }).waitFor()
    await page.getByRole('link', { name: 'Robin’s shop' }).click()
    const banner = page.getByRole('alert').filter({ hasText: 'was disabled after 20 failed deliveries in a row' })
    await banner.getByText(/^Last failure: Failed after 1 attempt: rejected by the endpoint \(404\)/).waitFor()

    service.receiver.behave(PATH, { status: 200 })
    const before = sent().length
    await banner.getByRole('button', { name: 'Enable …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Replay 20 deliveries').waitFor()
    service.cloud.faults.plan({
      function: 'Messaging-local-Messaging-Replay',
      nth: 1,
      kind: 'delay',
      delayMs: SHOWN_MS,
    })
    await dialog.getByRole('button', { name: 'Enable and replay' }).click()
    await page.getByRole('heading', { name: 'Running replay' }).waitFor()
    await page
      .getByRole('row', { name: /20 of 20/ })
      .getByText('Done')
      .waitFor()
    await vi.waitFor(() => expect(sent()).toHaveLength(before + 20), WAIT)
    await page.getByRole('link', { name: 'Robin’s shop' }).click()
    await page.getByText('Enabled', { exact: true }).waitFor()
  })

  step('opens deep links after a reload, for signed-in users only', async (page) => {
    const deepLink = `/deliveries?status=failed&webhookId=${webhookId}`
    await page.goto(deepLink)
    await page.getByRole('table', { name: 'Deliveries' }).waitFor()
    await page.reload()
    await page.getByRole('table', { name: 'Deliveries' }).waitFor()
    expect(page.url()).toContain(deepLink)
    const status = page.getByRole('navigation', { name: 'Status' })
    await eventually(() => status.locator('[aria-current]').allInnerTexts()).toEqual(['Failed'])

    expect(await robin.context.cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }])
    await signOut(page)
    await eventually(() => robin.context.cookies()).toEqual([])
    await page.goto(deepLink)
    await signIn(page, { email: EMAIL, password: PASSWORD })
    await page.waitForURL((url) => url.href.endsWith(deepLink))
    expect(robin.consoleErrors).toEqual([])
  })

  step('returns 404 for data of another organisation, and explains missing operator access', async (page) => {
    const { webhook } = service.ready
    const demo = webhooksOf(service, await signInToDashboard(service))
    for (const address of [`/deliveries/${await demo.sendTest(webhook.id)}`, `/webhooks/${webhook.id}`]) {
      await page.goto(address)
      await page.getByRole('alert').getByText('not_found').waitFor()
    }
    const consoleErrors = new Set(
      robin.consoleErrors.splice(0).map((consoleError) => /error: .*/.exec(consoleError)?.[0]),
    )
    expect([...consoleErrors]).toEqual([expect.stringContaining('404')])
    for (const address of ['/operations/queues', '/operations/queues/deliveries', '/operations/alarms']) {
      await page.goto(address)
      await page.getByText('You don’t have operator access').waitFor()
    }
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await sidebar.getByRole('link', { name: 'API keys' }).waitFor()
    expect(await sidebar.getByRole('link', { name: 'Queues' }).count()).toBe(0)
    expect(robin.urls.filter((url) => url.includes('/v1/operations/'))).toEqual([])
  })

  step('removes a member after a confirmation', async (page) => {
    const colleague = 'colleague@example.com'
    const organization = await organizationOf(await signInToDashboard(service, { email: EMAIL, password: PASSWORD }))
    await addMember(service, colleague, organization.id)
    await open(page, 'Members')
    const row = page.getByRole('row', { name: colleague })
    await row.getByRole('button', { name: `Remove ${colleague}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Their endpoints keep receiving events and belong to you.').waitFor()
    await dialog.getByRole('button', { name: 'Remove member' }).click()
    await row.waitFor({ state: 'detached' })
    await dialog.waitFor({ state: 'detached' })
    // The last member cannot leave.
    await eventually(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(0)
  })

  /** Two-factor authentication ends all sessions, so reads that are in progress then are refused. */
  const unexpectedErrors = () => robin.consoleErrors.filter((line) => !/\/security error: .* 401 /.test(line))

  /** Turns two-factor authentication on and returns the app and the recovery codes, which the sign-in page shows. */
  async function turnOnTwoFactor(page: Visitor['page']) {
    await page.getByRole('button', { name: 'Set up authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const appSecret = await page.getByText(/^[A-Z2-7]{52}$/).innerText()
    robin.secrets.add(appSecret)
    expect(await inspectPage(page)).toEqual([])
    const app = authenticatorApp(appSecret)
    await page.getByLabel(/^Password/).fill(PASSWORD)
    await page.getByLabel(/^Code/).fill(await app.code())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    const codes = (await page.getByRole('group', { name: 'recovery codes' }).innerText()).trim().split('\n')
    expect(codes).toHaveLength(10)
    for (const code of codes) robin.secrets.add(code)
    return { app, codes }
  }

  /** Signs in with the password, up to the step for the code. */
  async function enterPassword(page: Visitor['page']) {
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    expect(await page.getByLabel('Email').inputValue()).toBe(EMAIL)
    await page.getByLabel(/^Password/).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel(/^Code/).waitFor()
  }

  step('turns on two-factor authentication, and signs in with a recovery code instead of the app', async (page) => {
    await open(page, 'Security')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('heading', { name: 'New password' }).waitFor()
    await page.getByLabel(/^Code/).and(page.locator(':focus')).waitFor()
    await page.goto('/security')
    const { codes } = await turnOnTwoFactor(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download codes' }).click()
    expect(await readFile(await (await downloading).path(), 'utf8')).toBe(`${codes.join('\n')}\n`)
    expect(await inspectPage(page)).toEqual([])
    await enterPassword(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel(/^Password/).fill(PASSWORD)
    await page.getByLabel(/^Recovery code/).fill(codes[3] ?? '')
    expect(await inspectPage(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Two-factor authentication is off').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await open(page, 'Security')
    await page.getByText('Off', { exact: true }).waitFor()
  })

  step('turns two-factor authentication on again, replaces the recovery codes, and turns it off', async (page) => {
    const { app, codes } = await turnOnTwoFactor(page)
    await enterPassword(page)
    expect(await inspectPage(page)).toEqual([])
    await page.getByLabel(/^Code/).fill(await app.code())
    await page.getByRole('button', { name: 'Verify code' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await open(page, 'Security')
    await page.getByText('On', { exact: true }).waitFor()
    await page.getByText('10 recovery codes left.').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.getByRole('button', { name: 'Replace recovery codes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Password/).fill(PASSWORD)
    await dialog.getByLabel(/^Code/).fill(await app.code())
    const replacement = Promise.withResolvers<void>()
    await page.route('**/recovery-codes/', (route) => replacement.promise.then(() => route.continue()), { times: 1 })
    await dialog.getByRole('button', { name: 'Replace codes' }).click()
    await page.keyboard.press('Escape')
    replacement.resolve()
    const replaced = (await dialog.getByRole('group', { name: 'recovery codes' }).innerText()).trim().split('\n')
    expect(new Set([...codes, ...replaced]).size).toBe(20)
    for (const code of replaced) robin.secrets.add(code)
    expect(await inspectPage(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel(/^Password/).fill(PASSWORD)
    await page.getByLabel(/^Code/).fill(await app.code())
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    expect(unexpectedErrors()).toEqual([])
  })

  step('tries a new agent on the phone beside its editor', async (page) => {
    await open(page, 'Agents')
    await page.getByRole('link', { name: 'New agent' }).first().click()
    await page.getByRole('button', { name: 'Shop', exact: true }).click()
    const instructions = page.getByLabel('Instructions')
    await eventually(() => instructions.inputValue()).toContain('You reply to customers of a bicycle shop.')
    // Another example can be chosen until something is written.
    await page.getByRole('button', { name: 'Bookings', exact: true }).click()
    await eventually(() => instructions.inputValue()).not.toContain('bicycle shop')
    await page.getByRole('button', { name: 'Shop', exact: true }).click()
    await page.getByLabel('Name').fill('Bicycle shop')
    await page.getByRole('button', { name: 'Shop', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create agent' }).click()
    const phone = page.getByRole('region', { name: 'Try Bicycle shop' })
    await phone.getByLabel('Message').fill('Do you sell bells?')
    await phone.getByRole('button', { name: 'Send' }).click()
    await phone.getByText('You said: “Do you sell bells?”').waitFor()
    expect(unexpectedErrors()).toEqual([])
  })

  test('keeps tokens and secrets out of URLs, storage and logs', async () => {
    const { ready, otherUser } = service
    const secrets = [...robin.secrets, PASSWORD, ready.password, otherUser.password, ready.apiKey]
    expect(secrets.length).toBeGreaterThan(10)
    const stored = await robin.page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
    const texts = [...robin.urls, stored, ...lines]
    for (const secret of secrets) expect(texts.find((text) => text.includes(secret))).toBeUndefined()
  })
})
