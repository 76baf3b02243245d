// @module-tag full
import { selectApproved } from '@replywright/core/agents/mcp-connectors/tool-pins.ts'
import { startEndpoint } from '@replywright/core/answering/tools/testing/endpoint.ts'
import { startMcpServer } from '@replywright/core/answering/tools/testing/mcp-server.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callers, freshCustomer, idOf } from '../support/service.ts'
import { takeBrowser } from './browser/chromium.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage } from './browser/inspect-page.ts'
import { openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'
import { signIn } from './browser/session-pages.ts'
import { visit } from './browser/visitor.ts'

describeInBrowser('agents, connectors and customers in a browser', () => {
  let service: Service
  let page: Page
  beforeAll(async () => {
    const dashboard = await openDashboard('/connectors')
    ;({ service, page } = dashboard)
    return dashboard.close
  })
  const { api } = callers(() => service)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')

  test('a connector is tested when it is saved, and its edits do not overwrite those of another user', async () => {
    await using server = await startMcpServer()
    await openInApp(page, '/connectors/new')
    await page.getByLabel(/^Name/).fill('Shop')
    await page.getByLabel(/^URL/).fill('http://127.0.0.1:1/mcp')
    await button('Create connector').click()
    await dialog().getByText('The server does not accept connections at this address.').waitFor()
    await button('Save anyway').click()
    await page.getByRole('heading', { name: 'Connection', exact: true }).waitFor()
    const id = page.url().split('/').at(-1)
    await page.getByLabel(/^URL/).fill(server.url)
    await button('Save').click()
    await page.getByText('Connected: 7 tools').waitFor()
    await page.getByText('find.order').waitFor()
    expect(await inspectPage(page)).toEqual([])

    const rename = (name: string) => api('PUT', `/mcp-connectors/${id}/`, { name, url: server.url })
    await rename('Theirs')
    await page.getByLabel(/^Name/).fill('Mine')
    await button('Save').click()
    await dialog().getByText('Someone changed these fields in the meantime, perhaps you in another tab').waitFor()
    expect(await dialog().getByRole('group', { name: 'stored text: Name' }).innerText()).toBe('Theirs')
    expect(await inspectPage(page)).toEqual([])
    await button('Keep my changes').click()
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
    expect((await api('GET', `/mcp-connectors/${id}/`)).body).toMatchObject({ name: 'Mine' })
  })

  test('tools that a server changed are approved on the page of its connector', async () => {
    await using server = await startMcpServer()
    const id = idOf(await api('POST', '/mcp-connectors/', { name: 'Changing', url: server.url }))
    const connector = { organizationId: derivedId('demo organization', 'Demo'), id, url: server.url }
    await selectApproved(connector, [{ name: 'find.order', description: 'Finds', inputSchema: {} }], 1)
    await selectApproved(connector, [{ name: 'find.order', description: 'Finds orders', inputSchema: {} }], 2)
    const mcpConfigs = [{ connectorId: id, toolWhitelist: null }]
    const agentId = idOf(await api('POST', '/agents/', { name: 'Uses it', mcpConfigs }))
    await openInApp(page, `/agents/${agentId}?section=tools`)
    await page.getByText('Problem', { exact: true }).click()
    await page.getByText('Agents do not use one tool').waitFor()
    await page.getByRole('link', { name: 'Review the tools' }).waitFor()
    await openInApp(page, '/')
    await page.getByText('Tools changed').waitFor()
    await page.getByRole('link', { name: 'Changing' }).click()
    const alert = page.getByText('The server changed its tools')
    await alert.waitFor()
    await page.getByText('(changed)').waitFor()
    await page.getByText('Parameters', { exact: true }).first().click()
    expect(await inspectPage(page)).toEqual([])
    await button('Approve tools').click()
    await alert.waitFor({ state: 'detached' })
  })

  test('a saved HTTP tool is tested with arguments, and only after its changes are saved', async () => {
    await using endpoint = await startEndpoint({
      '/orders': (response, { body }) => response.writeHead(201, { 'content-type': 'text/plain' }).end(body),
    })
    const apiSchema = {
      url: endpoint.at('/orders'),
      method: 'POST',
      request_headers: { authorization: { input: { type: 'value', value: 'Bearer sk-live-xyz' } } },
      request_body: {
        order: { input: { type: 'description', description: 'The order number.' } },
        lines: [{ sku: { input: { type: 'description', description: '' } } }],
        phone: { input: { type: 'value', value: '%PHONE_NUMBER%' } },
      },
    }
    const tools = [{ name: 'Order', description: 'Orders.', apiSchema, creditCost: 1 }]
    const id = idOf(await api('POST', '/agents/', { name: 'Tests its tool', tools }))
    await openInApp(page, `/agents/${id}?section=tools`)
    await page.getByText('Order', { exact: true }).click()
    await page.getByLabel('Credit cost').fill('2')
    await page.getByText('Save your changes to test them.').waitFor()
    expect(await button('Test').isDisabled()).toBe(true)
    await page.getByLabel('Credit cost').fill('1')
    await button('Test').click()
    await dialog().getByText('This sends a real POST request.').waitFor()
    await dialog().getByText('In a test, %PHONE_NUMBER% is +447700900200.').waitFor()
    await button('Send request').click()
    await dialog().getByText('Required').waitFor()
    await dialog()
      .getByLabel(/^order/)
      .fill('A-1')
    expect(await inspectPage(page)).toEqual([])
    await page.keyboard.press('Enter')
    await dialog().getByText('Status 201').waitFor()
    await dialog().getByText('{"order":"A-1","lines":[{"sku":""}],"phone":"+447700900200"}').waitFor()
    expect(await inspectPage(page)).toEqual([])
    expect(endpoint.requests).toMatchObject([{ method: 'POST', headers: { authorization: 'Bearer sk-live-xyz' } }])
    // The dialog is inside the form of the agent, which must not be saved.
    expect(await page.getByText('Saved', { exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  test('a copy of an agent has its tools with their secrets, under ids of their own', async () => {
    const apiSchema = {
      url: 'https://shop.example/orders',
      request_headers: { key: { input: { type: 'value', value: 'a secret of the shop' } } },
    }
    const tools = [{ name: 'track', description: 'Tracks.', apiSchema, creditCost: 1 }]
    const id = idOf(await api('POST', '/agents/', { name: 'Original', tools }))
    await openInApp(page, `/agents/${id}`)
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await button('Duplicate agent').click()
    await page.getByRole('heading', { level: 1, name: 'Original (copy)' }).waitFor()
    const copy = await api('GET', `/agents/${new URL(page.url()).pathname.split('/').at(-1)}/`)
    expect(copy.body).toMatchObject({ tools: [{ name: 'track', apiSchema }] })
    const original = await api('GET', `/agents/${id}/`)
    expect(Object(copy.body).tools[0].id).not.toBe(Object(original.body).tools[0].id)
  })

  test('an agent is shared with a user of another organisation, and no longer', async () => {
    const { email } = service.otherUser
    await openInApp(page, `/agents/${idOf(await api('POST', '/agents/', { name: 'Shared' }))}?section=sharing`)
    await page.getByLabel('Email address').fill(email)
    await button('Share').click()
    const row = page.getByRole('row', { name: email })
    await row.getByText('Pending').waitFor()
    expect(await inspectPage(page)).toEqual([])

    await using other = await visit(await takeBrowser(), service.ready.dashboardUrl)
    const { page: theirs } = other
    await theirs.goto('/')
    await signIn(theirs, service.otherUser)
    await theirs.getByRole('link', { name: 'Accept or decline' }).click()
    await theirs.getByRole('button', { name: 'Decline the agent Shared' }).waitFor()
    expect(await inspectPage(theirs)).toEqual([])
    await theirs.getByRole('button', { name: 'Accept the agent Shared' }).click()
    await theirs.getByText('Demo shares this agent with you.').waitFor()
    expect(await inspectPage(theirs)).toEqual([])
    await theirs.getByRole('button', { name: 'Leave agent' }).click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'Leave agent' }).click()
    await theirs.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()
    await page.reload()
    await page.getByLabel('Email address').fill(email)
    expect(await row.count()).toBe(0)
    await button('Share').click()
    await row.getByText('Pending').waitFor()
    await theirs.goto('/invitations')
    await theirs.getByRole('button', { name: 'Decline the agent Shared' }).click()
    await theirs.getByRole('status').filter({ hasText: 'Share declined' }).first().waitFor()
    await theirs.getByText('No invitations').waitFor()
    await button(`Stop sharing with ${email}`).click()
    await dialog().getByRole('button', { name: 'Stop sharing' }).click()
    await row.waitFor({ state: 'detached' })
  })

  test('a tool header without a value is reported, the history restores a version, and a draft is published', async () => {
    const tool = {
      name: 'Track',
      description: '',
      apiSchema: { url: 'https://api.example.com', method: 'GET' },
      creditCost: 0,
    }
    const id = idOf(await api('POST', '/agents/', { name: 'Ada', systemPrompt: 'One.\nTwo.', tools: [tool] }))
    await api('PATCH', `/agents/${id}/`, { systemPrompt: 'One.\nThree.' })
    await openInApp(page, `/agents/${id}?section=tools`)
    await page.getByText('Track').first().click()
    await button('Add header').click()
    await page.keyboard.type('X-Key')
    await page.getByLabel('Source of X-Key').selectOption('value')
    await button('Save').click()
    await page.getByText('The header X-Key needs a value.').waitFor()
    await page.getByLabel('Value of X-Key').fill('k')
    const draft = Promise.withResolvers<void>()
    await page.route(/draft=true/, async (route) => {
      await draft.promise
      await route.continue()
    })
    await button('Save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByText('All changes saved').waitFor()
    expect(await page.getByText('This agent has a draft').count()).toBe(0)
    draft.resolve()
    await page.unrouteAll({ behavior: 'wait' })

    const broken = { name: 'Ada 2', systemPrompt: 'One.', tools: [{ ...tool, apiSchema: {} }] }
    await openInApp(page, `/agents/${idOf(await api('POST', '/agents/', broken))}?section=tools`)
    await page.getByText('Problem', { exact: true }).waitFor()

    await openInApp(page, `/agents/${id}?section=history`)
    await page.getByText('Version 3').waitFor()
    await button('Show changes').nth(1).click()
    await page.getByText('− Two.').waitFor()
    await page.getByText('+ Three.').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await button('Restore').last().click()
    await dialog().getByText('+ Two.').waitFor()
    await dialog().getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Version 4').waitFor()
    expect((await api('GET', `/agents/${id}/`)).body).toMatchObject({ systemPrompt: 'One.\nTwo.' })

    await openInApp(page, `/agents/${id}`)
    await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill('Four.')
    await api('PATCH', `/agents/${id}/`, { description: 'Theirs' })
    await button('Save draft').click()
    await page.getByText('It changes: Instructions.').waitFor()
    // The form stays in the draft, over what somebody else saved meanwhile, and shows both versions on request.
    await eventually(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe('Theirs')
    const instructions = page.getByRole('textbox', { name: 'Instructions', exact: true })
    expect(await instructions.inputValue()).toBe('Four.')
    const shown = page.getByRole('radiogroup', { name: 'Version in the form' })
    await shown.getByText('Published').click()
    await eventually(() => instructions.inputValue()).toBe('One.\nTwo.')
    await shown.getByText('Draft').click()
    await eventually(() => instructions.inputValue()).toBe('Four.')
    const phone = page.getByRole('region', { name: 'Try Ada' })
    const version = phone.getByRole('radiogroup', { name: 'Version' })
    expect(await version.getByRole('radio', { name: 'Draft' }).isChecked()).toBe(true)
    const message = phone.getByPlaceholder('Message')
    // A message that cannot be sent while the user looks at the published agent is neither hidden nor lost.
    const refusal = Promise.withResolvers<void>()
    await page.route(/\/trials\/$/, async (route) => {
      await refusal.promise
      await route.fulfill({ status: 503, json: { error: 'Closed for a moment', code: 'unavailable', details: [] } })
    })
    await message.fill('Is this the draft?')
    await page.keyboard.press('Enter')
    await version.getByText('Published').click()
    await phone.getByText('Send a message as a customer.').waitFor()
    expect(await message.inputValue()).toBe('')
    await version.getByText('Draft').click()
    await phone.getByText('Sending').waitFor()
    await version.getByText('Published').click()
    refusal.resolve()
    await version.getByText('Draft').click()
    await phone.getByText('Closed for a moment').waitFor()
    expect(await message.inputValue()).toBe('Is this the draft?')
    await page.unrouteAll({ behavior: 'wait' })
    await message.press('Enter')
    await phone.getByText('Is this the draft?').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await version.getByText('Published').click()
    await phone.getByText('Send a message as a customer.').waitFor()
    await version.getByText('Draft').click()
    await phone.getByText('Is this the draft?').waitFor()
    await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill('One.\nTwo.')
    await page.getByRole('textbox', { name: 'First message' }).fill('Hello')
    await button('Save draft').click()
    await page.getByText('It changes: First message.').waitFor()
    await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill('Four.')
    await button('Save draft').click()
    await page.getByText('It changes: Instructions, First message.').waitFor()
    await button('Publish draft').click()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Draft published').waitFor()
    await version.waitFor({ state: 'detached' })
    expect((await api('GET', `/agents/${id}/`)).body).toMatchObject({ systemPrompt: 'Four.' })
    await button('Let it answer on a number').click()
    const [number = { number: '' }] = service.ready.numbers
    await dialog()
      .getByLabel(/^Number/)
      .selectOption(number.number)
    await button('Let it answer').click()
    await page.getByText('Connected', { exact: true }).waitFor()
  })

  test('a chat on the phone is saved as a test, and the page of the agent shows the results of tests', async () => {
    const agentId = idOf(await api('POST', '/agents/', { name: 'Tested' }))
    await openInApp(page, `/agents/${agentId}`)
    const phone = page.getByRole('region', { name: 'Try Tested' })
    await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill('Be brief.')
    const refuse = (route: Route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 400, json: { error: 'Not today', code: 'validation_error' } })
    await page.route('**/draft/', refuse)
    await button('Save draft').click()
    await page.getByRole('alert').filter({ hasText: 'Not today' }).waitFor()
    await button('Save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    // The error of the draft is no longer true.
    await eventually(() => page.getByRole('alert').filter({ hasText: 'Not today' }).count()).toBe(0)
    // A notice does not cover the field.
    await phone.getByPlaceholder('Message').click({ trial: true })
    await page.route('**/trials/', refuse)
    await phone.getByPlaceholder('Message').fill('I am at 447700900199')
    await page.keyboard.press('Enter')
    await phone.getByText('Not today').waitFor()
    expect(await phone.getByPlaceholder('Message').inputValue()).toBe('I am at 447700900199')
    await page.unrouteAll({ behavior: 'wait' })
    await phone.getByPlaceholder('Message').press('Enter')
    await phone.getByRole('button', { name: 'Save as test' }).click()
    await dialog().getByText('customer: I am at 447700900200').waitFor()
    expect(await dialog().innerText()).toContain(`agent: ${agentId}`)
    expect(await inspectPage(page)).toEqual([])
    // The inspection at another width closes it.
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    await phone.getByRole('button', { name: 'Save as test' }).click()
    await dialog().getByLabel('Name of the test').fill('Where the customer is')
    await dialog().getByRole('button', { name: 'Save test' }).click()
    await dialog().waitFor({ state: 'hidden' })
    const results = [
      { name: 'Greets', passed: true, runs: 3, passedRuns: 2, tokens: 900, reasons: [] },
      { name: 'Refunds', passed: false, runs: 1, passedRuns: 0, tokens: 300, reasons: ['turn 1: it called no tool'] },
    ]
    expect(await api('POST', `/agents/${agentId}/test-runs/`, { file: 'shop.test.yaml', results })).toMatchObject({
      status: 201,
      body: { passed: false, draft: false },
    })
    await page.getByRole('link', { name: 'Tests', exact: true }).click()
    const run = page.getByRole('region', { name: 'shop.test.yaml' })
    await run.getByText('1 of 2 tests passed').waitFor()
    await run.getByText('turn 1: it called no tool').waitFor()
    await page.getByRole('button', { name: /^Run tests/ }).click()
    const last = page.getByRole('region', { name: 'Where the customer is' })
    await last.getByText(/^(Passed|Failed)$/).waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.getByRole('link', { name: 'Prove', exact: true }).click()
    await page.getByText('Saved tests of the').waitFor()
    await button('Run').click()
    await page.getByRole('alert').filter({ hasText: 'what they want' }).waitFor()
    await page.getByLabel('Persona').fill('In a hurry')
    await page.getByLabel('Goal').fill('Learn the price of the blue bike')
    await page.getByLabel('Knows').fill('/say How much is it?\n/until 400 EUR')
    await page.getByLabel('Messages at most').fill('2')
    await page.keyboard.press('Enter')
    await button('Run').click()
    const played = page.getByRole('region', { name: 'Learn the price of the blue bike' })
    await played.getByText('Failed').waitFor()
    await played.getByRole('button', { name: 'Open' }).click()
    await played.getByText('The goal was not reached: The goal was not reached in 2 messages.').waitFor()
    await page.getByText('0 of 1 customer passed').first().waitFor()
    expect(await inspectPage(page)).toEqual([])
    await played.getByRole('button', { name: 'Keep as test' }).click()
    await dialog().getByText('goal: Learn the price of the blue bike').waitFor()
    await page.keyboard.press('Escape')
    await button('Replay').click()
    await page.getByText('Nothing changed in 1 conversation.').first().waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    const prices = { name: 'prices.txt', mimeType: 'text/plain', buffer: Buffer.from('A bike costs 400 EUR.') }
    await page.locator('input[type=file]').first().setInputFiles(prices)
    await button('Actions for prices.txt').click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog().getByLabel('Name').fill('bikes.txt')
    await page.keyboard.press('Enter')
    await button('Actions for bikes.txt').waitFor()
  })

  test('two customers are merged on the page of one, and are two again', async () => {
    const [customer, other] = [freshCustomer(), freshCustomer()]
    await service.provider.sendAsCustomer({ from: customer, name: 'Quincy', text: 'Hello' })
    await service.provider.sendAsCustomer({ from: other, name: 'Quincy at work', text: 'Hello from work' })
    await openInApp(page, `/customers/${customer}`)
    await page.getByLabel('The other customer').fill(other)
    await button('Find customers').click()
    const found = page.getByRole('table', { name: 'Customers that were found' })
    expect((await found.boundingBox())?.width).toBeGreaterThan(500)
    await found.getByRole('row').filter({ hasText: other }).getByRole('button', { name: 'Preview' }).click()
    await dialog()
      // An agent of another test may have replied.
      .getByText(/^\d+ messages? with/)
      .waitFor()
    expect(await inspectPage(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Merge customers' }).click()
    await page.getByText('Another customer was merged into this one').waitFor()
    const names = page.getByRole('table', { name: 'Names of the customer' })
    await names
      .getByRole('row')
      .filter({ hasText: `+${other}` })
      .waitFor()
    const conversations = page.getByRole('table', { name: 'Conversations of the customer' })
    await conversations.getByRole('row').nth(1).waitFor()
    await button('Undo').click()
    await dialog().getByRole('button', { name: 'Undo merge' }).click()
    await page.getByText('Another customer was merged into this one').waitFor({ state: 'hidden' })
    await names
      .getByRole('row')
      .filter({ hasText: `+${other}` })
      .waitFor({ state: 'hidden' })
    expect(await inspectPage(page)).toEqual([])
  })

  test("a customer's data is exported and erased", async () => {
    const customer = freshCustomer()
    await service.provider.sendAsCustomer({ from: customer, name: 'Quentin', text: 'Hello' })
    await openInApp(page, `/customers/${customer}`)
    await page.getByRole('heading', { name: 'Quentin' }).waitFor()
    const names = page.getByRole('table', { name: 'Names of the customer' })
    await names
      .getByRole('row')
      .filter({ hasText: `+${customer}` })
      .getByText('A message of the customer')
      .waitFor()
    expect(await inspectPage(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await button('Export data').click()
    expect((await downloading).suggestedFilename()).toBe(`customer-${customer}.jsonl`)
    await button('Erase data').click()
    await dialog()
      .getByLabel(/to confirm$/)
      .fill(`+${customer}`)
    await dialog().getByRole('button', { name: 'Erase data' }).click()
    await page.getByText('Data erased').waitFor()
    await page.getByText('No conversations').waitFor()
  })

  test('edits of an agent keep those of another user, and ask which value of a field stays', async () => {
    const id = idOf(await api('POST', '/agents/', { name: 'Edited', firstMessage: 'Before', systemPrompt: 'Before' }))
    const stored = async () => (await api('GET', `/agents/${id}/`)).body
    const edit = (change: object) => api('PATCH', `/agents/${id}/`, change)
    await openInApp(page, `/agents/${id}`)
    const prompt = page.getByLabel(/^Instructions/)
    await prompt.fill('Mine')
    await edit({ firstMessage: 'Theirs' })
    await button('Save').click()
    await eventually(stored).toMatchObject({ systemPrompt: 'Mine', firstMessage: 'Theirs' })
    await eventually(() => page.getByLabel(/^First message/).inputValue()).toBe('Theirs')

    await prompt.fill('Mine again')
    await edit({ name: 'Renamed', systemPrompt: 'Theirs' })
    await button('Save').click()
    await dialog().getByText('Someone changed these fields in the meantime, perhaps you in another tab').waitFor()
    expect(await stored()).toMatchObject({ name: 'Renamed', systemPrompt: 'Theirs' })
    await button('Keep my changes').click()
    await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor()
    await eventually(stored).toMatchObject({ name: 'Renamed', systemPrompt: 'Mine again' })

    await prompt.fill('Mine for nothing')
    await edit({ systemPrompt: 'Theirs at last' })
    await button('Save').click()
    await dialog().getByRole('button', { name: 'Reload' }).click()
    await eventually(() => prompt.inputValue()).toBe('Theirs at last')
  })
})
