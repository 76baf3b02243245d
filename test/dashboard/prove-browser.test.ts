// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { callers, idOf } from '../support/service.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage } from './browser/inspect-page.ts'
import { openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'
import { proveAndPublish, SHOP, scriptShop } from './browser/prove-journey.ts'

describeInBrowser('agents are proved in a browser', () => {
  let service: Service
  let page: Page
  beforeAll(async () => {
    const dashboard = await openDashboard('/agents')
    ;({ service, page } = dashboard)
    return dashboard.close
  })
  afterEach(() => service.model.reset())
  const { api } = callers(() => service)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')

  test('a customer is described, the failing case is read, the instructions are changed, compared and published', async () => {
    scriptShop(service.model)
    const id = idOf(await api('POST', '/agents/', SHOP))
    await proveAndPublish(page, id, async () => expect(await inspectPage(page)).toEqual([]))
    expect((await api('GET', `/agents/${id}/`)).body).toMatchObject({
      systemPrompt: expect.stringContaining('Parcels leave our warehouse'),
    })
    // What was entered stays, also on another tab of the page.
    await page.getByRole('link', { name: 'Prove', exact: true }).click()
    expect(await page.getByLabel('Knows').inputValue()).toBe('Order A-1042, bought last week')
  })

  test('what a call without a recorded result returns is chosen for each tool', async () => {
    const tool = { name: 'Find an order', description: 'Finds', active: true, creditCost: 0 }
    const apiSchema = { url: 'http://127.0.0.1:9/', method: 'GET' }
    const id = idOf(await api('POST', '/agents/', { name: 'Tools', tools: [{ ...tool, apiSchema }] }))
    await openInApp(page, `/agents/${id}?section=prove`)
    const select = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await select('A call without a recorded result', 'Stop the conversation')
    await select('Without a result of Find_an_order', 'Return this result')
    await page.getByLabel('Result of Find_an_order', { exact: true }).fill('{"status": "shipped"}')
    expect(await inspectPage(page)).toEqual([])
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/proofs/'))
    await button('Replay').click()
    expect((await sent).postDataJSON()).toMatchObject({
      kind: 'replay',
      tools: { Find_an_order: { result: { status: 'shipped' } }, '*': 'stop' },
    })
    await page.getByText('There was no conversation to play.').first().waitFor()
  })

  test('the exam is set, shows what it costs, runs, and is switched on and off', async () => {
    scriptShop(service.model)
    const id = idOf(await api('POST', '/agents/', SHOP))
    await openInApp(page, `/agents/${id}?section=prove`)
    const exam = page.getByRole('region', { name: 'Nightly exam' })
    await exam.getByText('It is off.').waitFor()
    await page.getByLabel('Persona').fill('Calm')
    await page.getByLabel('Goal').fill('Learn the day')
    await button('Use in the exam').click()
    await exam.getByText('Learn the day', { exact: true }).waitFor()
    await exam.getByLabel('Criteria of the exam').fill('Is polite.')
    await exam.getByText('Save to see what it costs.').waitFor()
    await button('Save exam').click()
    await exam.getByText(/^An exam /).waitFor()
    expect(await inspectPage(page)).toEqual([])
    await button('Switch on').click()
    await dialog().getByRole('button', { name: 'Switch on' }).click()
    await exam.getByText('The next exam').waitFor()
    expect((await api('GET', `/agents/${id}/exam/`)).body).toMatchObject({ enabled: true, criteria: ['Is polite.'] })
    await button('Run exam now').click()
    const played = page.getByRole('region', { name: 'Learn the day', exact: true })
    await played.getByText('Failed').waitFor()
    await exam.getByText('not passed').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await button('Switch off').click()
    await exam.getByText('It is off.').waitFor()
    await button('Remove Learn the day').click()
    await button('Save exam').click()
    await eventually(async () => Object((await api('GET', `/agents/${id}/exam/`)).body).customers).toEqual([])
  })

  test('an organisation requires a proof before its agents are published', async () => {
    await openInApp(page, '/organization')
    const rule = page.getByRole('switch', { name: 'Publish a draft only after its last proof has passed' })
    await rule.click()
    await eventually(() => rule.isChecked()).toBe(true)
    expect(await inspectPage(page)).toEqual([])
    const id = idOf(await api('POST', '/agents/', { name: 'Held' }))
    await api('PUT', `/agents/${id}/draft/`, { firstMessage: 'Hello' })
    await openInApp(page, `/agents/${id}`)
    await button('Publish draft').click()
    await dialog().getByText('No proof has run: nothing was tested.').waitFor()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await dialog().getByText('The organisation requires a proof.').waitFor()
    await page.keyboard.press('Escape')
    await openInApp(page, '/organization')
    await rule.click()
    await eventually(() => rule.isChecked()).toBe(false)
  })
})
