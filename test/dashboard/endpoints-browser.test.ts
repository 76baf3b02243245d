// @module-tag full
import { randomUUID } from 'node:crypto'
import { LOCAL_BUS } from '@replywright/local/local-context.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { sendTestEvent } from './browser/endpoint-page.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage } from './browser/inspect-page.ts'
import { openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'
import { addMember, organizationOf } from './people.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { webhooksOf } from './webhooks.ts'

describeInBrowser('endpoints in a browser', () => {
  let service: Service
  let page: Page
  let path: string
  let demo: DashboardSession
  beforeAll(async () => {
    const dashboard = await openDashboard('/webhooks')
    ;({ service, page } = dashboard)
    demo = await signInToDashboard(service)
    const webhooks = webhooksOf(service, demo)
    const { id } = await webhooks.createWebhook({ name: 'Warehouse', url: webhooks.url().replace('/demo', '/house') })
    await demo.call('POST', `/v1/webhooks/${id}/disable/`)
    path = `/webhooks/${id}`
    return dashboard.close
  })

  test('a disabled endpoint receives a test event, which counts for nothing', async () => {
    await openInApp(page, path)
    await page.getByRole('link', { name: '7 days' }).click()
    await page.waitForURL((url) => url.searchParams.get('period') === '7d')
    const outcome = await sendTestEvent(page)
    await outcome.getByText('Delivered', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('period')).toBe('7d')
    await page.getByRole('table', { name: 'Deliveries' }).getByText('test.ping').waitFor()
    expect(service.receiver.received('/house')).toMatchObject([{ event: 'test.ping' }])
    service.receiver.behave('/house', { status: 410 })
    const failed = await sendTestEvent(page)
    await failed.getByText('Failed', { exact: true }).waitFor()
    await page.getByText('0 of 20 before auto-disable').waitFor()
    service.receiver.behave('/house', { status: 200 })
    await page.getByRole('button', { name: 'Send an example of an event' }).click()
    await page.getByRole('menuitem', { name: 'conversation.human_needed' }).click()
    await page.getByText('The customer asks for a refund').or(outcome.getByText('Delivered')).first().waitFor()
    await eventually(() => service.receiver.received('/house').at(-1)?.event).toBe('conversation.human_needed')
    const statistics = await demo.call('GET', `/v1${path}/statistics/?period=24h`)
    expect(statistics.body).toMatchObject({ delivered: 0, failed: 0 })
  })

  test('asks before changes of one or another user are lost', async () => {
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel(/^Name/).fill('Another name')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByLabel(/^Name/).inputValue()).toBe('Another name')
    await demo.call('PATCH', `/v1${path}/`, { name: 'Warehouse 2', events: ['message.received'] })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('group', { name: 'stored text: Name' }).getByText('Warehouse 2').waitFor()
    await page.getByRole('button', { name: 'Keep my changes' }).click()
    await page.getByRole('heading', { name: 'Another name', level: 1 }).waitFor()
  })

  test('the secret of an endpoint is not shown on the page of another', async () => {
    await openInApp(page, `/webhooks/${service.ready.webhook.id}`)
    await openInApp(page, path)
    await page.getByRole('button', { name: 'Reveal' }).click()
    const secret = page.getByText(/^whsec_[\w+/=]+$/)
    await secret.waitFor()
    await openInApp(page, `/webhooks/${service.ready.webhook.id}`)
    await page.getByRole('button', { name: 'Reveal' }).waitFor()
    expect(await secret.count()).toBe(0)
  })

  test('an event bus has an event pattern instead of a secret and headers', async () => {
    await openInApp(page, '/webhooks/new')
    await page.getByLabel(/^Name/).fill('Shop bus')
    await page.getByRole('button', { name: 'Add header' }).waitFor()
    await page.getByRole('radio', { name: 'An event bus on AWS' }).check()
    await page.getByRole('button', { name: 'Add header' }).waitFor({ state: 'detached' })
    await page.getByLabel(/^ARN/).fill('arn:aws:events:eu-central-1:111122223333:event-bus/theirs')
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByText('is not the ARN of an allowed event bus').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.getByLabel(/^ARN/).fill(LOCAL_BUS)
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByText('Add a rule to the bus').waitFor()
    expect(await page.getByText('whsec_').count()).toBe(0)
    await page.getByRole('link', { name: 'Open endpoint' }).click()
    await page.getByRole('heading', { name: 'Shop bus', level: 1 }).waitFor()
    const pattern = {
      source: ['replywright'],
      resources: [`webhook/${new URL(page.url()).pathname.split('/').at(-1)}`],
    }
    await page.getByRole('region', { name: 'Event pattern' }).getByText(JSON.stringify(pattern)).waitFor()
    await page.getByText(LOCAL_BUS).waitFor()
    const outcome = await sendTestEvent(page)
    await outcome.getByText('EventBridge accepted').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await outcome.getByRole('link', { name: 'View delivery' }).click()
    await page.getByText('EventId').first().waitFor()
    await openInApp(page, path)
  })

  test('a host without an address is saved only when the user confirms', async () => {
    await openInApp(page, '/webhooks/new')
    await page.getByLabel(/^Name/).fill('Later')
    await page.getByLabel(/^URL/).fill('https://no-such-host.invalid/hooks')
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByRole('dialog').getByText('Save without an address?').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    // The error of a check that is not done again ends.
    const refuse = (error: string) => (route: Route) =>
      route.fulfill({ status: 409, json: { error, code: 'conflict' } })
    await page.route('**/check-url/', refuse('Not checked'))
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByText('Not checked').waitFor()
    await page.route('**/v1/webhooks/', refuse('Not created'))
    await page.getByRole('radio', { name: 'Nowhere, only store them' }).check()
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByText('Not created').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('radio', { name: 'A web server' }).check()
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByText('Required.', { exact: true }).waitFor()
    await page.getByLabel(/^URL/).fill('https://no-such-host.invalid/hooks')
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save anyway' }).click()
    await page.getByRole('heading', { name: 'Endpoint created' }).waitFor()
    await openInApp(page, path)
  })

  test('is enabled, and its failures are listed, although they cannot be counted', async () => {
    const refuse = (route: Route) => route.fulfill({ status: 400, json: { error: 'Not counted', code: 'conflict' } })
    await page.route('**/failed-count/**', refuse)
    await page.getByRole('button', { name: 'Enable …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Not counted').waitFor()
    await dialog.getByRole('button', { name: 'Enable', exact: true }).click()
    await page.getByText('Another name enabled').waitFor()
    await page.getByText('Enabled', { exact: true }).waitFor()

    await openInApp(page, '/deliveries?status=failed')
    await page.getByRole('table', { name: 'Deliveries' }).getByText('test.ping').first().waitFor()
    await page.route('**/v1/webhook-deliveries/replay/', refuse)
    await page.getByRole('button', { name: 'Replay all failed …' }).click()
    await dialog.getByText('Not counted').waitFor()
    expect(await dialog.getByRole('button').allInnerTexts()).not.toContain('Counting …')
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'wait' })
    await openInApp(page, `/deliveries?webhookId=${randomUUID()}`)
    await page
      .getByLabel('Endpoint')
      .locator('option:checked', { hasText: 'Deleted endpoint' })
      .waitFor({ state: 'attached' })
  })

  test('of a colleague is the chosen one on the page of its number', async () => {
    const [{ number } = { number: '' }] = service.ready.numbers
    const colleague = await addMember(service, 'routes@example.com', (await organizationOf(demo)).id, 'admin')
    const theirs = webhooksOf(service, colleague)
    const { id: webhookId } = await theirs.createWebhook({
      name: 'Theirs',
      url: theirs.url().replace('/demo', '/theirs'),
    })
    const routed = await colleague.call('POST', `/v1/phone-numbers/${number}/subscribe/`, { webhookId })
    expect(routed).toMatchObject({ status: 200 })
    await openInApp(page, `/numbers/${number}`)
    await page
      .getByLabel(/^Endpoint/)
      .locator('option:checked', { hasText: 'Theirs' })
      .waitFor({ state: 'attached' })
    await openInApp(page, path)
  })

  test('shows an example of each event, and code that verifies it', async () => {
    await page.getByRole('link', { name: 'Examples of the events, and how to verify them' }).click()
    await page.getByRole('link', { name: 'subscription.revoked' }).click()
    await page.getByText('A conversation is no longer routed to your endpoint.').waitFor()
    await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Python' }).click()
    await page.getByText('def is_genuine').waitFor()
    expect(await inspectPage(page)).toEqual([])
  })
})
