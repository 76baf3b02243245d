// @module-tag full
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { ConversationEntity } from '@replywright/core/conversations/conversation-entity.ts'
import { waitingEntry } from '@replywright/core/conversations/waiting-entry.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { pageOf } from '../support/chats.ts'
import { customerOf, fillOrganization } from '../support/fill-organization.ts'
import { callApi, freshCustomer, startTestService } from '../support/service.ts'
import { takeBrowser } from './browser/chromium.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage, NARROW } from './browser/inspect-page.ts'
import { openInApp } from './browser/open-in-app.ts'
import { signIn } from './browser/session-pages.ts'
import { UI_TIMEOUT_MS, type Visitor, visit } from './browser/visitor.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { bodyOf } from './webhooks.ts'

const WAIT = { timeout: UI_TIMEOUT_MS, interval: 100 }

/** More than one search reads. */
const CONVERSATIONS = 520
/** The place of an old conversation whose customer writes again. */
const OLD = 57

const organizationId = derivedId('demo organization', 'Demo')

let service: Service
let demo: DashboardSession
let filled: readonly string[]

const contract = dashboardEndpoints
const inbox = async (query: string) =>
  bodyOf(contract['conversations/inbox'], await demo.call('GET', `/v1/inbox/?${query}`))
let lastSecond = 0
/** Sends a message of a customer, each in another second, because the provider's times are whole seconds. */
const write = async (from: string, text: string, name?: string) => {
  const second = () => Math.floor(Date.now() / 1000)
  await vi.waitFor(() => expect(second()).toBeGreaterThan(lastSecond), WAIT)
  const { status } = await service.provider.sendAsCustomer({ from, text, ...(name && { name }) })
  lastSecond = second()
  expect(status).toBe(200)
}

beforeAll(async () => {
  service = await startTestService()
  demo = await signInToDashboard(service)
  const filling = await fillOrganization(service, { conversations: CONVERSATIONS, messages: 0 })
  filled = filling.conversations
})
afterAll(() => service?.stop())

describe('with many conversations active within an hour', () => {
  let expected: readonly string[]

  beforeAll(async () => {
    await write(freshCustomer(), 'I am new here', 'New Customer')
    await write(customerOf(OLD), 'This is urgent')
    const [urgent, created] = (await inbox('limit=2')).results
    expect([urgent?.lastMessage, created?.lastMessage]).toEqual(['This is urgent', 'I am new here'])
    expect(urgent?.id).toBe(filled[OLD])
    expected = [urgent?.id ?? '', created?.id ?? '', ...filled.toSpliced(OLD, 1)]
  })

  test('the API lists all pages in the exact order of activity', async () => {
    const { baseUrl, apiKey } = service.ready
    const listed: unknown[] = []
    for (let path: string | null = '/conversations/?limit=20'; path !== null && listed.length < 100; ) {
      const page = pageOf(await callApi(baseUrl, apiKey, 'GET', path))
      listed.push(...page.results.map(({ id }) => id))
      path = page.next?.slice(page.next.indexOf('/conversations/')) ?? null
    }
    expect(listed).toEqual(expected.slice(0, listed.length))
    expect(listed.length).toBeGreaterThan(90)
  })

  test('the dashboard lists all pages in the exact order of activity', async () => {
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await inbox(`limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      listed.push(...page.results.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(listed).toEqual(expected)
  })
})

test('changes are the recently active conversations, once', async () => {
  const changes = async (version: string | null) =>
    bodyOf(
      contract['conversations/changes'],
      await demo.call('GET', `/v1/inbox/changes/?unread=true${version ? `&version=${version}` : ''}`),
    )
  const first = await changes(null)
  expect(first.changes.map(({ id }) => id)).toContain(filled[0])
  const second = await changes(first.version)
  expect(second).toEqual({ version: expect.any(String), changes: [] })
  await write(customerOf(OLD + 1), 'Again')
  const third = await changes(second.version)
  expect(third.changes.find(({ id }) => id === filled[OLD + 1])).toMatchObject({ lastMessage: 'Again', isWanted: true })
  expect(await demo.call('GET', '/v1/inbox/changes/?version=lost')).toMatchObject({ status: 400 })
})

test('messages are read once, up to the ones that were seen', async () => {
  const customer = freshCustomer()
  const found = async () => (await inbox(`search=${customer}`)).results[0]
  await write(customer, 'one')
  await write(customer, 'two')
  const { id = '', ...row } = (await found()) ?? {}
  expect(row).toMatchObject({ unread: 2, inboundSeq: 2, lastMessageBy: 'customer', lastMessageType: 'text' })
  const mark = (body: object) => demo.call('PUT', `/v1/conversations/${id}/read/`, body)
  expect(await mark({ isRead: true, inboundSeq: 3 })).toMatchObject({
    status: 400,
    body: { error: 'inboundSeq: must be at most 2' },
  })
  await write(customer, 'three')
  expect((await mark({ isRead: true, inboundSeq: 2 })).status).toBe(204)
  expect(await found()).toMatchObject({ unread: 1 })
  expect((await mark({ isRead: true, inboundSeq: 3 })).status).toBe(204)
  // The delayed request of another member changes nothing.
  expect((await mark({ isRead: true, inboundSeq: 2 })).status).toBe(204)
  expect(await found()).toMatchObject({ unread: 0 })
  expect((await mark({ isRead: false, inboundSeq: 3 })).status).toBe(204)
  expect(await found()).toMatchObject({ unread: 1 })
})

describeInBrowser('in a browser', () => {
  let visitor: Visitor

  beforeAll(async () => {
    visitor = await visit(await takeBrowser(), service.ready.dashboardUrl)
    await visitor.page.goto('/conversations')
    await signIn(visitor.page, service.ready)
  })
  afterAll(() => visitor?.[Symbol.asyncDispose]())

  const step = (name: string, run: (page: Page) => Promise<void>) => test(name, () => run(visitor.page))
  const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).locator('[data-id]')
  const idsOf = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => Reflect.get(row, 'dataset').id))
  const row = (page: Page, id: string | undefined) => page.locator(`[data-id="${id}"]`)
  const scrollTop = (page: Page) =>
    page.evaluate<number>("document.querySelector('[data-id]').closest('div').scrollTop")

  step('shows the newest first on every page, and new messages without reload, focus or scroll lost', async (page) => {
    await rows(page).nth(24).waitFor()
    await page.getByRole('button', { name: 'Load older conversations' }).click()
    await rows(page).nth(49).waitFor()
    const { results } = await inbox('limit=50')
    await eventually(() => idsOf(page)).toEqual(results.map(({ id }) => id))

    const focused = rows(page).nth(14)
    const id = (await focused.getAttribute('data-id')) ?? undefined
    await focused.getByRole('link').focus()
    const before = await focused.boundingBox()
    expect(await scrollTop(page)).toBeGreaterThan(0)
    const name = 'Ανδρέας 42'
    await write(freshCustomer(), 'Is this live?', name)
    await write(customerOf(40), 'From far below')
    await vi.waitFor(async () => {
      expect((await rows(page).first().innerText()).split('\n')).toContain('From far below')
      expect((await rows(page).nth(1).innerText()).split('\n')).toContain(name)
    }, WAIT)
    expect(await row(page, id).locator('a:focus').count()).toBe(1)
    expect((await row(page, id).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  })

  step('scrolls to the row that has the focus', async (page) => {
    await page.getByRole('heading', { name: 'Conversations', level: 1 }).click()
    for (let pressed = 0; pressed < 30; pressed++) await page.keyboard.press('j')
    const [list, focused] = await Promise.all([
      rows(page).first().locator('xpath=ancestor::div[1]').boundingBox(),
      page.locator('[data-id] a:focus').boundingBox(),
    ])
    if (!list || !focused) throw new Error('no row has the focus')
    // Browsers scroll by whole pixels.
    expect(focused.y + focused.height).toBeLessThan(list.y + list.height + 1)
  })

  step('moves by j and k, opens by Enter, marks as read by opening and as unread by u', async (page) => {
    const [first, second] = await idsOf(page)
    await page.getByRole('heading', { name: 'Conversations', level: 1 }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname.endsWith(`/${second}`))
    await row(page, second ?? '')
      .and(page.locator(':not([data-unread])'))
      .waitFor()
    const stored = async (id: string | null | undefined) =>
      (await inbox('limit=5')).results.find((one) => one.id === id)
    await eventually(() => stored(second)).toMatchObject({ unread: 0 })
    // In an opened conversation the keys open the next one.
    await page.keyboard.press('k')
    await page.waitForURL((url) => url.pathname.endsWith(`/${first}`))
    await row(page, first ?? '')
      .and(page.locator(':not([data-unread])'))
      .waitFor()
    await eventually(() => stored(first)).toMatchObject({ unread: 0 })
    await page.keyboard.press('u')
    await page.waitForURL((url) => url.pathname === '/conversations')
    await row(page, first ?? '')
      .and(page.locator('[data-unread]'))
      .waitFor()
    await eventually(() => stored(first)).toMatchObject({ unread: 1 })
    expect(await stored(second)).toMatchObject({ unread: 0 })
  })

  step('stores the mark of the user after the one that opening has sent', async (page) => {
    const [first] = await idsOf(page)
    const opened = Promise.withResolvers<void>()
    const stored: unknown[] = []
    const onResponse = (response: Response) => {
      if (response.url().endsWith(`/${first}/read/`)) stored.push(response.request().postDataJSON().isRead)
    }
    page.on('response', onResponse)
    await page.route(/\/read\/$/, async (route) => {
      if (route.request().postDataJSON().isRead) await opened.promise
      await route.continue()
    })
    await row(page, first ?? '')
      .getByRole('link')
      .first()
      .click()
    await page.waitForURL((url) => url.pathname.endsWith(`/${first}`))
    await row(page, first ?? '')
      .and(page.locator(':not([data-unread])'))
      .waitFor()
    await page.keyboard.press('u')
    await page.waitForURL((url) => url.pathname === '/conversations')
    await row(page, first ?? '')
      .and(page.locator('[data-unread]'))
      .waitFor()
    // A mark that does not wait would be stored meanwhile.
    for (let reads = 0; reads < 5; reads++) await inbox('limit=5')
    opened.resolve()
    await eventually(() => stored.length).toBeGreaterThan(1)
    await page.unrouteAll({ behavior: 'wait' })
    page.off('response', onResponse)
    expect(stored.at(-1)).toBe(false)
    await eventually(async () => (await inbox('limit=5')).results.find(({ id }) => id === first)?.unread).toBe(1)
  })

  step('sends the next mark if one gets no response', async (page) => {
    await rows(page).nth(1).waitFor()
    const [first = '', second = ''] = await idsOf(page)
    const stored = async (id: string) => (await inbox('limit=5')).results.find((one) => one.id === id)?.unread
    const isUnread = (await stored(second)) !== 0
    const toggle = (id: string) => row(page, id).getByRole('link').first().press('u')
    await page.route(`**/${first}/read/`, () => {})
    // The time limit of the first request is over at once.
    await page.evaluate(`{
      const { timeout } = AbortSignal
      AbortSignal.timeout = () => {
        AbortSignal.timeout = timeout
        return timeout.call(AbortSignal, 0)
      }
    }`)
    await toggle(first)
    await toggle(second)
    await eventually(() => stored(second)).toBe(isUnread ? 0 : 1)
    const notice = page.getByRole('alert').filter({ hasText: 'Could not reach the service' })
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await toggle(second)
    await eventually(() => stored(second)).toBe(isUnread ? 1 : 0)
    await page.unroute(`**/${first}/read/`)
  })

  step('has one tab stop for the list, and arrow keys for its rows and their controls', async (page) => {
    const focused = () => page.evaluate<string>("document.activeElement.closest('[data-id]')?.dataset.id ?? ''")
    const search = page.getByRole('searchbox', { name: 'Search names, numbers and messages' })
    /** Presses Tab until the condition holds. Returns how often. */
    const tabsUntil = async (reached: () => Promise<boolean>) => {
      await search.focus()
      for (let count = 1; count < 10; count++) {
        await page.keyboard.press('Tab')
        if (await reached()) return count
      }
      throw new Error('not reached')
    }
    const ids = await idsOf(page)
    await tabsUntil(async () => (await focused()) !== '')
    const start = ids.indexOf(await focused())
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(ids[start + 1])
    await page.keyboard.press('ArrowRight')
    await page.locator(`[data-id="${ids[start + 1]}"] button:focus`).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator(`[data-id="${ids[start + 2]}"] a:focus`).waitFor()
    await page.keyboard.press('Home')
    expect(await focused()).toBe(ids[0])
    await page.keyboard.press('End')
    expect(await focused()).toBe(ids.at(-1))
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Load older conversations' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await rows(page)
      .nth(ids.length + 10)
      .waitFor()
    await write(freshCustomer(), 'Does it move?')
    await eventually(() => rows(page).first().innerText()).toContain('Does it move?')
    expect(await rows(page).locator('a[tabindex="0"]').count()).toBe(1)
    expect(await row(page, ids.at(-1)).locator('a[tabindex="0"]').count()).toBe(1)

    await row(page, ids[1]).getByRole('link').focus()
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.waitFor()
    const skip = page.getByRole('button', { name: 'Go to the message field' })
    // From the top of the page.
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Tab')
    await skip.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await field.and(page.locator(':focus')).waitFor()
    expect(await tabsUntil(async () => (await focused()) !== '')).toBeLessThan(9)
    expect(await focused()).toBe(ids[1])
    await page.goto('/conversations')
  })

  step('filters unread ones, and keeps the filter in an opened conversation and back', async (page) => {
    await page.getByRole('link', { name: 'Unread', exact: true }).click()
    const unread = (await inbox('unread=true&limit=25')).results.map(({ id }) => id)
    await eventually(() => idsOf(page)).toEqual(unread)
    await page.setViewportSize({ width: NARROW, height: 700 })
    // By its ID: a conversation that the previous step opened leaves the list when it is marked as read.
    const link = row(page, unread[12]).getByRole('link')
    await link.scrollIntoViewIfNeeded()
    const before = await scrollTop(page)
    expect(before).toBeGreaterThan(0)
    await link.click()
    await page.waitForURL((url) => url.pathname.endsWith(`/${unread[12]}`) && url.search === '?show=unread')
    await page
      .getByRole('link', { name: /^(Back to conversations|Conversations)$/ })
      .last()
      .click()
    await page.waitForURL((url) => url.pathname === '/conversations' && url.search === '?show=unread')
    await eventually(() => scrollTop(page)).toBe(before)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  step('finds any part of a name or number, and searches all conversations by itself', async (page) => {
    const search = page.getByRole('searchbox', { name: 'Search names, numbers and messages' })
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await rows(page).nth(20).waitFor()
    const before = await rows(page).count()
    const late = Promise.withResolvers<void>()
    await page.route(/cursor=/, (route) => late.promise.then(() => route.continue()), { times: 1 })
    await page.getByRole('button', { name: 'Load older conversations' }).click()
    await search.fill('ανδρεας')
    await eventually(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('Ανδρέας 42')])
    late.resolve()
    await search.fill('710000044')
    await eventually(() => idsOf(page)).toEqual([filled[44]])
    await search.fill('no such customer')
    await page.getByText('No matching conversations').waitFor()
    await page.getByRole('link', { name: 'Show all conversations' }).click()
    // The page that arrived after the search began is in the list that it was loaded for.
    await rows(page).nth(before).waitFor()
    await eventually(() => search.inputValue()).toBe('')
    await openInApp(page, '/conversations?search=710000044')
    await eventually(() => search.inputValue()).toBe('710000044')
    await page.goBack()
    await eventually(() => search.inputValue()).toBe('')
  })

  step(
    'finds the words of a message, shows them in the row, and opens the conversation at the message',
    async (page) => {
      await write(customerOf(OLD), 'Bring it to Lange Straße 7, says O’Brien')
      const system = { type: 'customer_identity_changed', body: 'The security code changed' }
      expect(await service.provider.sendAsCustomer({ from: customerOf(OLD), system })).toMatchObject({ status: 200 })
      for (let at = 0; at < 3; at++) await write(customerOf(OLD), `and ${at}`)
      const search = page.getByRole('searchbox', { name: 'Search names, numbers and messages' })
      await search.fill("o'brien strasse")
      const found = row(page, filled[OLD])
      await eventually(() => found.locator('mark').allInnerTexts()).toEqual(['O’Brien'])
      await eventually(() => idsOf(page)).toEqual([filled[OLD]])
      await found.getByRole('link').click()
      const message = page.locator('article[data-found]')
      await eventually(() => message.innerText()).toContain('Lange Straße 7')
      await eventually(async () => {
        const box = await message.boundingBox()
        return box !== null && box.y > 0 && box.y < 700
      }).toBe(true)
      // A search that fails is not shown as one without results, and is sent again.
      let isDown = true
      await page.route(/search=lange/, (route) =>
        isDown ? route.fulfill({ status: 503, body: '' }) : route.continue(),
      )
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Page, name, number, message or ID' }).fill('lange strasse')
      await page.getByText('Some searches failed. Trying again.').waitFor()
      isDown = false
      await page.getByRole('option', { name: /Bring it to Lange Straße 7/ }).click()
      await page.unrouteAll({ behavior: 'wait' })
      expect(visitor.consoleErrors.splice(0).every((line) => line.includes('503'))).toBe(true)
      await page.waitForURL((url) => url.searchParams.has('message'))
      await page.getByRole('link', { name: 'Conversations', exact: true }).first().click()
      await search.fill('security code')
      await eventually(() => found.locator('mark').allInnerTexts()).toEqual(['security'])
      await found.getByRole('link').click()
      await page.locator('p[data-found]').getByText('The security code changed').waitFor()
      await page.getByRole('link', { name: 'Conversations', exact: true }).first().click()
      await search.fill('')
      await rows(page).nth(20).waitFor()
    },
  )

  step(
    'shows why a customer waits for a person, who takes over by one click, hands back and undoes it',
    async (page) => {
      actAsAdministrator(service)
      const [id = ''] = filled
      const since = Date.now() - 5 * 60_000
      const { data } = await ConversationEntity.get({ organizationId, id }).go({ consistent: true })
      const handoff = { id: 'e', reason: 'A refund', summary: '', agentId: 'a', since }
      await ConversationEntity.patch({ organizationId, id })
        .set({ handoff, ...(data && waitingEntry(data, since)) })
        .go()
      await page.getByRole('link', { name: 'Waiting', exact: true }).click()
      await eventually(() => row(page, id).innerText()).toMatch(/5 min ago\s+A refund/)
      await eventually(() => page.title()).toMatch(/^\(1\) /)
      const waiting = async () => (await inbox('needsHuman=true&limit=50')).results.map((one) => one.id)
      expect(await waiting()).toContain(id)
      await row(page, id).getByRole('button', { name: 'Take over' }).click()
      await page.waitForURL((url) => url.pathname.endsWith(`/${id}`))
      await eventually(waiting).not.toContain(id)
      await page.getByText('No customers waiting').waitFor()
      await eventually(() => page.title()).not.toMatch(/^\(/)
      const handling = page.getByRole('region', { name: 'Who replies' })
      await handling.getByText('You have taken over').waitFor()
      await page.getByRole('link', { name: 'Mine', exact: true }).click()
      await eventually(() => idsOf(page)).toEqual([id])
      await handling.getByRole('button', { name: 'Hand back' }).click()
      await handling.getByRole('button', { name: 'Undo hand back' }).click()
      await handling.getByText('You have taken over').waitFor()
      await handling.getByRole('button', { name: 'Hand back' }).click()
      await page.getByRole('link', { name: 'Open', exact: true }).click()
    },
  )

  step('lets the agent answer all customers whom it failed, and shows who could not be answered', async (page) => {
    actAsAdministrator(service)
    const places = [5, 6]
    for (const place of places) await write(customerOf(place), 'Are you there?')
    const asked = places.map((place) => filled[place] ?? '')
    const recent = (await inbox('limit=50')).results
    const replied = recent.find((one) => one.lastMessageBy === 'agent' && one.takeover.until === null)
    const refused = replied?.id ?? ''
    const since = Date.now() - 5 * 60_000
    for (const id of [...asked, refused]) {
      const { data } = await ConversationEntity.get({ organizationId, id }).go({ consistent: true })
      await ConversationEntity.patch({ organizationId, id })
        .set({ routing: 'agent', agentId: service.ready.agent.id, humanNeededSince: since })
        .set({ failure: { cause: 'down', at: since }, ...(data && waitingEntry(data, since)) })
        .go()
    }
    await page.getByRole('link', { name: 'Waiting', exact: true }).click()
    const failed = page.getByRole('region', { name: 'Failed answers' })
    await failed.getByText('3 customers wait because the agent couldn’t reply.').waitFor()
    await failed.getByRole('button', { name: 'Let the agent answer all 3 now' }).press('Enter')
    const focused = page.locator(':focus')
    await failed.and(focused).waitFor()
    await failed.getByText('Asked the agent to answer: 2 of 3 customers, 1 could not be answered').waitFor()
    await failed.getByText('No message of the customer waits for an answer.').waitFor()
    // The others leave the list when they have their answers.
    await eventually(() => idsOf(page)).toEqual([refused])
    for (const id of asked)
      expect((await inbox('limit=50')).results).toContainEqual(expect.objectContaining({ id, waiting: null }))
    await failed.getByText('1 customer waits because the agent couldn’t reply.').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await failed.getByRole('link').click()
    await page.waitForURL((url) => url.pathname.endsWith(`/${refused}`))
    await page.getByRole('button', { name: 'Hand back' }).click()
    await page.getByText('No customers waiting').waitFor()
    await failed.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await failed.waitFor({ state: 'hidden' })
    await page.getByRole('region', { name: 'Conversations', exact: true }).and(focused).waitFor()
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    const newest = (await inbox('done=false&limit=5')).results.map(({ id }) => id)
    await eventually(async () => (await idsOf(page)).slice(0, 5)).toEqual(newest)
    // The refusal.
    expect(visitor.consoleErrors.splice(0)).toEqual([expect.stringContaining('409 (Conflict)')])
  })

  step(
    'closes a conversation by e and opens the next one, finds it by Done, and leads to notes and the search',
    async (page) => {
      await rows(page).nth(5).waitFor()
      const [first = '', second = ''] = await idsOf(page)
      await row(page, first).getByRole('link').click()
      await page.getByRole('log').waitFor()
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('e')
      await page.waitForURL((url) => url.pathname.endsWith(`/${second}`))
      await page.getByRole('link', { name: 'Done', exact: true }).click()
      await eventually(() => idsOf(page)).toEqual([first])
      await page.getByRole('link', { name: 'Open', exact: true }).click()
      await eventually(() => idsOf(page)).not.toContain(first)
      await page.getByRole('log').waitFor()
      await page.keyboard.press('n')
      const note = page.getByRole('textbox', { name: 'Internal note' })
      await note.and(page.locator(':focus')).waitFor()
      await page.keyboard.type('Call back')
      await page.keyboard.press('Enter')
      await page.getByRole('log').getByText('You noted: Call back').waitFor()
      await note.waitFor({ state: 'hidden' })
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('/')
      await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
      await page.goto('/conversations')
    },
  )

  step('is accessible, wide and narrow', async (page) => {
    expect(await inspectPage(page)).toEqual([])
    expect(visitor.consoleErrors).toEqual([])
  })
})
