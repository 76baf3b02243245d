// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { providerTemplates, review } from '../api/template-fixtures.ts'
import { callApi, freshCustomer, idOf } from '../support/service.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage } from './browser/inspect-page.ts'
import { openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'

const BODY = [{ type: 'BODY', text: 'Your order ships on Friday.' }]

describeInBrowser('templates in a browser', () => {
  let service: Service
  let page: Page
  let path: string
  beforeAll(async () => {
    const dashboard = await openDashboard('/templates')
    ;({ service, page } = dashboard)
    const { baseUrl, apiKey } = service.ready
    const template = { name: 'Order update', category: 'UTILITY', components: BODY }
    const id = idOf(await callApi(baseUrl, apiKey, 'POST', '/msg-templates/', template))
    path = `/templates/${id}`
    return dashboard.close
  })

  const accounts = () => page.getByRole('table', { name: 'Accounts' })
  const publish = () =>
    accounts()
      .getByRole('button', { name: /^Publish / })
      .click()
  const upstream = (name: string) => providerTemplates(service, service.ready.account.waId, name)
  async function save(label: string, text: string) {
    await page.getByLabel(new RegExp(`^${label}`)).fill(text)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
  }

  test('the sample of a header is uploaded, and published with the template', async () => {
    const { baseUrl, apiKey } = service.ready
    const components = [{ type: 'HEADER', format: 'IMAGE' }, ...BODY]
    const template = { name: 'with_picture', category: 'UTILITY', components }
    const id = idOf(await callApi(baseUrl, apiKey, 'POST', '/msg-templates/', template))
    await openInApp(page, `/templates/${id}`)
    await page.getByText('No sample yet').waitFor()
    const choose = (mimeType: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name: 'box.png', mimeType, buffer })
    await choose('text/plain', Buffer.from('x'))
    await page.getByText('must be a JPEG, PNG, MP4 or PDF file').waitFor()
    await choose('image/png', Buffer.from('a picture'))
    await page.getByText('Sample uploaded').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
    await publish()
    await accounts().getByText('In review', { exact: true }).waitFor()
    const [published] = await upstream('with_picture')
    expect(JSON.stringify(published)).toMatch(/"header_handle":\["4::/)
  })

  test('a template that was just chosen is shown and sent with its own text', async () => {
    const { baseUrl, apiKey, account } = service.ready
    const approved = async (name: string, text: string) => {
      const components = [{ type: 'BODY', text, example: { body_text: [['Alex']] } }]
      const template = { name, category: 'UTILITY', components }
      const id = idOf(await callApi(baseUrl, apiKey, 'POST', '/msg-templates/', template))
      await callApi(baseUrl, apiKey, 'PUT', `/msg-templates/${id}/publish/`, { accountIds: [account.id] })
      for (const published of await upstream(name)) await review(service, published.id, { status: 'APPROVED' })
      return id
    }
    const ships = await approved('ships', 'Hi {{1}}, your order ships.')
    const late = await approved('late', 'Hi {{1}}, your order is late.')
    const links = Promise.withResolvers<void>()
    await page.route(new RegExp(`template-links.*${late}`), (route) => links.promise.then(() => route.continue()))
    await openInApp(page, '/conversations/new')
    await page.getByLabel(/^To/).fill(`+${freshCustomer()}`)
    const select = page.getByRole('switch', { name: 'Select an agent' })
    await select.press('Space')
    expect(await page.getByRole('button', { name: 'Open conversation' }).isDisabled()).toBe(true)
    await select.press('Space')
    const preview = page.getByRole('region', { name: 'Preview' })
    const send = page.getByRole('button', { name: 'Send template' })
    const choose = (id: string) => page.getByLabel('Template', { exact: true }).selectOption(id)
    await choose(ships)
    await preview.getByText('your order ships').waitFor()
    await choose(late)
    await preview.waitFor({ state: 'detached' })
    expect(await send.isDisabled()).toBe(true)
    links.resolve()
    await preview.getByText('your order is late').waitFor()
    expect(await send.isDisabled()).toBe(true)
    await page.getByLabel('{{1}}').fill('Ada')
    await send.click()
    await page.waitForURL(/conversations\/[0-9a-f-]{36}/)
    await eventually(() => service.provider.sent.at(-1)).toMatchObject({ message: { template: { name: 'late' } } })
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('a sample that is uploaded late keeps what was changed meanwhile', async () => {
    const header = page.getByLabel('Header', { exact: true })
    const body = page.getByLabel(/^Body/)
    const uploaded = Promise.withResolvers<void>()
    await page.route('**/template-samples/', async (route) => {
      await uploaded.promise
      await route.continue()
    })
    await openInApp(page, '/templates/new')
    await header.selectOption('IMAGE')
    const file = { name: 'box.png', mimeType: 'image/png', buffer: Buffer.from('a picture') }
    await page.locator('input[type=file]').setInputFiles(file)
    await header.selectOption('NONE')
    await body.fill('Written meanwhile.')
    // All queries are refetched after an action.
    const refetched = page.waitForRequest((request) => request.url().endsWith('/dashboard-api/v1/me/'))
    uploaded.resolve()
    await refetched
    expect(await body.inputValue()).toBe('Written meanwhile.')
    await body.fill('')
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('claims nothing of the accounts if it is not known what they have', async () => {
    const { baseUrl, apiKey, account } = service.ready
    const template = { name: 'unlisted', category: 'UTILITY', components: BODY }
    const id = idOf(await callApi(baseUrl, apiKey, 'POST', '/msg-templates/', template))
    await callApi(baseUrl, apiKey, 'PUT', `/msg-templates/${id}/publish/`, { accountIds: [account.id] })
    const refusal = { status: 400, json: { error: 'Not listed', code: 'validation_error' } }
    await page.route(new RegExp(`template-links.*${id}`), (route) => route.fulfill(refusal))
    await openInApp(page, `/templates/${id}`)
    await page.getByText('Not listed').waitFor()
    expect(await accounts().count()).toBe(0)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByText('The template is published on Demo account.').waitFor()
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('a rejected template is published after a correction of its name', async () => {
    await openInApp(page, `/accounts/${service.ready.account.id}/templates`)
    const listed = page.getByRole('row', { name: 'Order update' })
    await listed.getByText('Fix before publishing: Name: use lowercase letters').waitFor()
    expect(await listed.getByRole('button', { name: /^Publish/ }).isDisabled()).toBe(true)
    await openInApp(page, path)
    await page.getByText('Fix the problems below before publishing.').waitFor()
    const publishButton = accounts().getByRole('button', { name: /^Publish/ })
    expect(await publishButton.isDisabled()).toBe(true)
    await save('Name', 'order_update_browser')
    service.provider.failNext({ code: 100 })
    await publish()
    await accounts()
      .getByRole('alert')
      .getByText(/rejected|Invalid parameter/i)
      .waitFor()
    expect(await inspectPage(page)).toEqual([])
    await accounts().getByText('Not published.').waitFor()
    expect(
      await accounts()
        .getByRole('button', { name: /^Unpublish/ })
        .count(),
    ).toBe(0)
    await save('Name', 'order_update_corrected')
    await publish()
    await accounts().getByText('In review', { exact: true }).waitFor()
    await eventually(() => upstream('order_update_corrected')).toHaveLength(1)
  })

  test('shows what another user saved, unless it has unsaved changes', async () => {
    const { baseUrl, apiKey } = service.ready
    const write = (text: string) =>
      callApi(baseUrl, apiKey, 'PATCH', `/msg-${path.slice(1)}/`, { components: [{ type: 'BODY', text }] })
    const body = page.getByLabel(/^Body/)
    await write('Theirs.')
    await eventually(() => body.inputValue()).toBe('Theirs.')
    await body.fill('Mine.')
    const polled = page.waitForResponse(async (response) => (await response.text()).includes('Theirs again.'))
    await write('Theirs again.')
    await polled
    expect(await body.inputValue()).toBe('Mine.')
    await body.fill('Theirs.')
    await eventually(() => body.inputValue()).toBe('Theirs again.')

    const saved = Promise.withResolvers<void>()
    await page.route(/msg-templates/, async (route) => {
      if (route.request().method() === 'PUT') await saved.promise
      await route.continue()
    })
    await body.fill('Mine.')
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(() => body.isDisabled()).toBe(true)
    saved.resolve()
    await eventually(() => body.isEnabled()).toBe(true)
    expect(await body.inputValue()).toBe('Mine.')
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('shows that the provider has the text from before a change', async () => {
    await save('Body', 'Your order ships on Monday.')
    await accounts().getByText('The provider still has the text from before your last change.').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await openInApp(page, '/templates')
    await page.getByText('Changed since published').waitFor()
    await openInApp(page, path)
    await publish()
    await page.getByText('The published template is in review').waitFor()
    const [{ id } = { id: '' }] = await upstream('order_update_corrected')
    await review(service, id, { status: 'APPROVED' })
    await publish()
    await accounts().getByText('The provider still has').waitFor({ state: 'hidden' })
    await eventually(() => upstream('order_update_corrected')).toMatchObject([
      { components: [{ text: 'Your order ships on Monday.' }] },
    ])
  })

  test('offers to unpublish whatever may be at the provider', async () => {
    await save('Name', 'order_update_renamed')
    await accounts().getByText('The provider has it as order_update_corrected').waitFor()
    await accounts()
      .getByRole('button', { name: /^Unpublish/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await accounts().getByText('Not published.').waitFor()
    expect(await upstream('order_update_corrected')).toEqual([])
    service.provider.failNext({ reset: 'after' })
    await publish()
    await accounts().getByText('Unknown', { exact: true }).waitFor()
    await accounts()
      .getByRole('button', { name: /^Unpublish/ })
      .waitFor()
  })

  test('deletes a template at the provider, too', async () => {
    await eventually(() => upstream('order_update_renamed')).toHaveLength(1)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The template is published on Demo account.').waitFor()
    await dialog.getByLabel(/^Type/).fill('order_update_renamed')
    await dialog.getByRole('button', { name: 'Delete template' }).click()
    await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
    await eventually(() => upstream('order_update_renamed')).toEqual([])
  })
})
