// @module-tag full
import { ConversationEntity } from '@replywright/core/conversations/conversation-entity.ts'
import { waitingEntry } from '@replywright/core/conversations/waiting-entry.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { chats } from '../support/chats.ts'
import { callers, freshCustomer, idOf } from '../support/service.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage } from './browser/inspect-page.ts'
import { openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'
import { type ScreenReader, startScreenReader } from './browser/screen-reader.ts'

describeInBrowser('with a screen reader', () => {
  let service: Service
  let page: Page
  let reader: ScreenReader

  beforeAll(async () => {
    const dashboard = await openDashboard('/')
    ;({ service, page } = dashboard)
    reader = await startScreenReader(page)
    return dashboard.close
  })
  const { api } = callers(() => service)
  const { openConversation, messagesOf } = chats(() => service)

  test('a waiting customer is answered, and the agent gets the conversation back', async () => {
    actAsAdministrator(service)
    const id = await openConversation(freshCustomer())
    const key = { organizationId: derivedId('demo organization', 'Demo'), id }
    const { data } = await ConversationEntity.get(key).go({ consistent: true })
    if (!data) throw new Error('no conversation')
    const since = Date.now() - 60_000
    const handoff = { id: 'e', reason: 'A refund for a broken lamp', summary: '', agentId: 'a', since }
    await ConversationEntity.patch(key)
      .set({ routing: 'agent', handoff, ...waitingEntry(data, since) })
      .go()

    await reader.activate('link', /Conversations/)
    await reader.activate('link', 'Waiting')
    await reader.activate('link', /.*A refund for a broken lamp/)
    await reader.moveTo('textbox', 'Message')
    // What sending does is said before.
    await reader.type('textbox', 'Message', 'You get a new lamp')
    await reader.activate('button', 'Take over and send')
    await eventually(async () => JSON.stringify((await messagesOf(id)).results)).toContain('You get a new lamp')
    await reader.hears(/You have taken over/)
    await reader.activate('button', 'Hand back')
    await reader.hears(/You handed back to the agent/)
  })

  test('a conversation is taken over before anything is written', async () => {
    const id = await openConversation(freshCustomer())
    await ConversationEntity.patch({ organizationId: derivedId('demo organization', 'Demo'), id })
      .set({ routing: 'agent' })
      .go()
    await openInApp(page, `/conversations/${id}`)
    await reader.activate('button', 'Take over')
    await reader.hears(/You have taken over/)
    await reader.activate('button', 'Hand back')
    await reader.activate('button', 'Undo hand back')
    await reader.hears(/You have taken over/)
  })

  test('a failed delivery is found, its cause is heard, and it is replayed', async () => {
    const { pathname } = new URL(service.ready.webhook.url)
    service.receiver.behave(pathname, [{ status: 422 }, { status: 200 }])
    await service.provider.sendAsCustomer({ from: freshCustomer(), name: 'Nora Brandt', text: 'Is the shop open?' })
    await service.receiver.next(({ body }) => body.includes('Is the shop open?'), 60_000)
    await reader.activate('link', 'Deliveries')
    await reader.activate('link', 'Failed')
    await reader.activate('link', /Nora Brandt/)
    await reader.hears(/422/)
    await reader.activate('button', /Replay/)
    // The button says that the delivery was replayed.
    await reader.hears(/^button, Replay again/)
  })

  test('an endpoint is created, and its secret is heard', async () => {
    await reader.activate('link', 'Endpoints')
    await reader.activate('link', 'New endpoint')
    await reader.type('textbox', /Name/, 'Heard')
    await reader.type('textbox', /URL/, service.ready.webhook.url)
    await reader.activate('button', 'Create endpoint')
    await reader.hears(/heading, Endpoint created/)
    await reader.hears(/whsec_/)
  })

  test('an agent is edited, and its draft is published', async () => {
    const id = idOf(await api('POST', '/agents/', { name: 'Edda', systemPrompt: '' }))
    await reader.activate('link', 'Agents')
    await reader.activate('link', /Edda/)
    await reader.type('textbox', /Instructions/, 'Be kind.')
    await reader.activate('button', 'Save draft')
    await reader.hears(/It changes: Instructions/)
    await reader.activate('button', 'Publish draft')
    await reader.moveTo('dialog', /Publish the draft of Edda\?/)
    await reader.activate('button', 'Publish')
    await eventually(async () => (await api('GET', `/agents/${id}/`)).body).toMatchObject({ systemPrompt: 'Be kind.' })
  })

  test('a field without a name and a link without a role are not found', async () => {
    await openInApp(page, '/webhooks/new')
    await reader.moveTo('textbox', /URL/)
    await page.evaluate(`{
      const field = document.querySelector('input[type="url"]')
      document.querySelector('label[for="' + field.id + '"]').remove()
      const link = document.querySelector('a[href="/deliveries"]')
      link.setAttribute('role', 'presentation')
      link.removeAttribute('href')
    }`)
    expect((await saidPhrases()).filter((phrase) => /^textbox, URL|^link, Deliveries/.test(phrase))).toEqual([])
  })

  test('a dialog without a name is not found, and the inspection of the page reports it', async () => {
    await page.keyboard.press('?')
    await reader.moveTo('dialog', 'Keyboard shortcuts')
    await page.evaluate(`document.querySelector('[role="dialog"]').removeAttribute('aria-labelledby')`)
    expect((await saidPhrases()).filter((phrase) => /^dialog, Keyboard/.test(phrase))).toEqual([])
    expect((await inspectPage(page)).join()).toContain('(aria-dialog-name)')
  })

  /** Returns all that is said of the elements of the page. */
  async function saidPhrases(): Promise<string[]> {
    return await page.evaluate<string[]>(`(async () => {
      const said = []
      for (let step = 0; step < 300; step++) {
        await reader.next()
        said.push(await reader.lastSpokenPhrase())
      }
      return said
    })()`)
  }
})
