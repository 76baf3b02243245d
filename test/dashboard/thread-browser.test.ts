// @module-tag long
// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { chats, text } from '../support/chats.ts'
import { freshCustomer, idOf } from '../support/service.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage, NARROW, openAddress } from './browser/inspect-page.ts'
import { openDashboard } from './browser/open-dashboard.ts'
import { signInToDashboard } from './session.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describeInBrowser('a conversation in a browser', () => {
  let service: Service
  let page: Page
  let id: string
  const from = freshCustomer()
  const { openConversation, send } = chats(() => service)
  beforeAll(async () => {
    const dashboard = await openDashboard('/conversations', { agentAnswers: true })
    ;({ service, page } = dashboard)
    id = await openConversation(from)
    await page.goto(`/conversations/${id}`)
    await page.getByRole('log').waitFor()
    return dashboard.close
  })

  const log = () => page.getByRole('log')
  const field = () => page.getByLabel('Message', { exact: true })
  const handling = () => page.getByRole('region', { name: 'Who replies' })
  const isOnScreen = async (locator: Locator) => {
    const box = await locator.boundingBox()
    const size = page.viewportSize()
    return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height
  }

  /** Drops or pastes a file into the message. */
  const give = async (event: 'drop' | 'paste', name: string, content: Buffer) => {
    await field().focus()
    await page.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(${JSON.stringify([...content])})], '${name}', { type: 'application/pdf' }))
      const init = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data }
      document.activeElement.dispatchEvent(new ${event === 'drop' ? 'DragEvent' : 'ClipboardEvent'}('${event}', init))
    }`)
  }

  test('is taken over and handed back beside the composer, wide and narrow, and tells who did it', async () => {
    for (const size of [
      { width: 1280, height: 800 },
      { width: NARROW, height: 640 },
    ]) {
      await page.setViewportSize(size)
      const takeOver = handling().getByRole('button', { name: 'Take over', exact: true })
      await takeOver.waitFor()
      await eventually(() => isOnScreen(takeOver)).toBe(true)
      await takeOver.click()
      await handling().getByText('You have taken over').waitFor()
      const handBack = handling().getByRole('button', { name: 'Hand back' })
      await eventually(() => isOnScreen(handBack)).toBe(true)
      // A notice would cover the button, and the click would fail.
      await handBack.click()
      await log().getByText('You handed back to the agent').last().waitFor()
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await eventually(() =>
      log()
        .getByText(/^You took over at .*, until /)
        .count(),
    ).toBe(2)
  })

  test('takes over and sends at once, shows who wrote, and formats texts', async () => {
    await field().fill('A *bold* word, see https://shop.example/a_b.')
    await page.getByRole('button', { name: 'Take over and send' }).waitFor()
    await field().press('Enter')
    await eventually(() => field().inputValue()).toBe('')
    const message = log().getByRole('article').filter({ hasText: 'A bold word' })
    await message.getByText('Delivered').waitFor()
    await message.getByText('You', { exact: true }).waitFor()
    await handling().getByText('You have taken over').waitFor()
    expect(await message.getByRole('link').first().getAttribute('href')).toBe('https://shop.example/a_b')
    await send(id, text('from a program'))
    await log()
      .getByRole('article')
      .filter({ hasText: 'from a program' })
      .getByText(/API key/)
      .waitFor()
  })

  test('keeps a draft across reload and navigation, and deletes it when it is sent', async () => {
    await field().fill('half a sentence')
    await page.reload()
    await page.getByRole('log').waitFor()
    await eventually(() => field().inputValue()).toBe('half a sentence')
    await field().press('Enter')
    const message = log().getByRole('article').filter({ hasText: 'half a sentence' })
    await message.getByText(/Sent|Delivered/).waitFor()
    await page.reload()
    await page.getByRole('log').waitFor()
    expect(await field().inputValue()).toBe('')
  })

  test('uploads a pasted picture by its content, and refuses a dropped file that cannot be sent', async () => {
    await give('drop', 'animation.png', Buffer.from('GIF89a'))
    await page.getByRole('alert').filter({ hasText: 'GIF files can’t be sent' }).waitFor()
    await page.getByRole('button', { name: 'Remove animation.png' }).click()
    await give('paste', 'photo.pdf', PNG)
    await page.getByText(/^Image, /).waitFor()
    await field().fill('Our new shop')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const message = log().getByRole('article').filter({ hasText: 'Our new shop' })
    await message.getByRole('img', { name: 'photo.pdf' }).waitFor()
    // The picture is shown before it is sent.
    await eventually(() => service.provider.sent.at(-1)).toMatchObject({ type: 'image' })
  })

  test('shows a failed message with its reason, and sends it again', async () => {
    service.provider.failNext({ code: 131031 })
    await field().fill('try me')
    await field().press('Enter')
    const message = log().getByRole('article').filter({ hasText: 'try me' })
    let resent = 0
    await page.route('**/resend/', (route) => {
      resent++
      return route.continue()
    })
    await message.getByRole('button', { name: 'Send again' }).dblclick()
    await message.getByText(/(Sent|Delivered|Read)/).waitFor()
    await eventually(() => message.count()).toBe(1)
    expect(resent).toBe(1)
    await page.unroute('**/resend/')
  })

  test('puts a failed file back into the composer once, where its text is changed and sent', async () => {
    service.provider.failNext({ code: 131053 })
    await give('paste', 'plan.png', PNG)
    await field().fill('Our plan')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const failed = log().getByRole('article').filter({ hasText: 'Our plan' })
    await failed.getByText(/can’t use the file/).waitFor()
    expect(await failed.getByRole('button', { name: 'Send again' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Remove plan.png' }).click()
    await field().fill('')
    await failed.getByRole('button', { name: 'Edit' }).dblclick()
    await eventually(() => field().inputValue()).toBe('Our plan')
    expect(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(1)
    await field().fill('Our new plan')
    await field().press('Enter')
    const sent = log().getByRole('article').filter({ hasText: 'Our new plan' })
    await sent.getByText(/Sent|Delivered|Read/).waitFor()
    await sent.getByRole('img', { name: 'plan.png' }).waitFor()
  })

  test('edits no failed message while a file is sent with the text of the field', async () => {
    service.provider.failNext({ code: 131031 })
    await field().fill('Our failed text')
    await field().press('Enter')
    const failed = log().getByRole('article').filter({ hasText: 'Our failed text' })
    const edit = failed.getByRole('button', { name: 'Edit' })
    await edit.waitFor()
    const isHeld = Promise.withResolvers<void>()
    await page.route('**/uploads/', async (route) => {
      await isHeld.promise
      await route.continue()
    })
    await give('paste', 'garden.png', PNG)
    await field().fill('Our garden')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await edit.click()
    await page.getByText('Files are being sent. Edit the message when they are sent.').waitFor()
    await page.getByRole('link', { name: 'Internal note' }).click()
    await page.getByRole('button', { name: 'Back to text' }).click()
    await eventually(() => field().inputValue()).toBe('Our garden')
    isHeld.resolve()
    const sent = log().getByRole('article').filter({ hasText: 'Our garden' })
    await sent.getByRole('img', { name: 'garden.png' }).waitFor()
    await eventually(() => field().inputValue()).toBe('')
    await page.unroute('**/uploads/')
    await edit.click()
    await eventually(() => field().inputValue()).toBe('Our failed text')
    await field().fill('')
  })

  test('keeps a message that did not reach the service, also after a reload', async () => {
    await page.route('**/messages/', (request) => request.abort(), { times: 1 })
    await field().fill('lost on the way')
    await field().press('Enter')
    await log()
      .getByText(/^Not sent: /)
      .waitFor()
    await page.reload()
    await log().waitFor()
    await eventually(() => field().inputValue()).toBe('lost on the way')
    await field().press('Enter')
    await log()
      .getByRole('article')
      .filter({ hasText: 'lost on the way' })
      .getByText(/Sent|Delivered/)
      .waitFor()
  })

  test('keeps the position of a reader, and counts new messages', async () => {
    const scroller = page.locator('section:has(> [role=log])')
    for (let count = 0; count < 12; count++) await send(id, text(`filler ${count}`))
    await log().getByText('filler 11').waitFor()
    await page.route('**/messages/', (request) => request.abort(), { times: 1 })
    await field().fill('not sent')
    await field().press('Enter')
    await page.getByRole('button', { name: 'Discard' }).waitFor()
    // The chat changes before the browser reports that the user has scrolled.
    await page.evaluate(`{
      document.querySelector('section:has(> [role=log])').scrollTop = 0
      const buttons = [...document.querySelectorAll('[role=log] button')]
      buttons.find(({ textContent }) => textContent === 'Discard').click()
    }`)
    const top = () => scroller.evaluate((element) => Number(Reflect.get(element, 'scrollTop')))
    await page.getByRole('button', { name: 'Go to the newest message' }).waitFor()
    const before = await top()
    await send(id, text('news'))
    const pill = page.getByRole('button', { name: '1 new message' })
    await pill.waitFor()
    expect(await top()).toBe(before)
    await pill.click()
    await eventually(() => isOnScreen(log().getByText('news'))).toBe(true)
    await page.getByRole('link', { name: 'Buttons' }).click()
    await eventually(() => page.evaluate('__TSR_ROUTER__.state.resolvedLocation.search.compose')).toBe('buttons')
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    expect(await isOnScreen(log().getByText('news'))).toBe(true)
    await page.getByRole('button', { name: 'Back to text' }).click()
  })

  test('sends cards and a GIF above buttons, which the phone of the customer shows, and keeps them until then', async () => {
    const provider = service.provider.url
    await page.getByRole('link', { name: 'Cards' }).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('New in the shop')
    for (const card of ['Card 1', 'Card 2']) {
      await page.getByLabel(`${card} file`).fill(`${provider}/a.jpg`)
      await page.getByLabel(`${card} link text`).fill('Open')
      await page.getByLabel(`${card} link`, { exact: true }).fill('https://shop.example/a')
    }
    await page.getByLabel('Card 2 link', { exact: true }).fill('shop')
    const submit = page.getByRole('button', { name: /^(Take over and send|Send)$/ })
    await submit.click()
    await page.getByText('Must be an absolute URL.').waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.reload()
    await eventually(() => page.getByLabel('Card 2 link', { exact: true }).inputValue()).toBe('shop')
    await page.getByLabel('Card 2 link', { exact: true }).fill('https://shop.example/b')
    await submit.click()
    await log().getByRole('link', { name: 'Card 2: Open' }).waitFor()
    await page.getByRole('link', { name: 'Buttons' }).click()
    await page.getByLabel('Above the text').selectOption('GIF')
    await page.getByLabel('URL of the file').fill(`${provider}/a.mp4`)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Do you like it?')
    await page.getByLabel('Button 1 text').fill('I do')
    expect(await inspectPage(page)).toEqual([])
    await submit.click()
    await log().getByText('Do you like it?').waitFor()
    const chat = await (await fetch(`${provider}/simulator/customers/${from}/chat`)).text()
    expect(Object(JSON.parse(chat)).messages.slice(-2)).toMatchObject([
      {
        text: 'New in the shop',
        parts: { below: Array.from({ length: 2 }, () => [{ kind: 'file' }, { kind: 'link', text: 'Open' }]).flat() },
      },
      { text: 'Do you like it?', parts: { above: [{ kind: 'file', text: 'GIF' }], below: [{ text: 'I do' }] } },
    ])
  })

  test('has one true state if the agent cannot reply, and is used by keyboard', async () => {
    await handling().getByRole('button', { name: 'Hand back' }).click()
    await handling().getByText('Demo agent replies').waitFor()
    service.model.script('unanswerable', [{ status: 400 }])
    await service.provider.sendAsCustomer({ from, text: 'unanswerable' })
    await handling().getByText('The agent couldn’t reply: the model rejected the request').waitFor()
    await log().getByText('The agent couldn’t reply: the model rejected the request').waitFor()
    await eventually(() => page.getByText('Demo agent replies').count()).toBe(0)
    await field().fill('A person replies')
    await field().press('Enter')
    await handling().getByText('You have taken over').waitFor()
    await field().press('Escape')
    await page.keyboard.press('t')
    await handling().getByText('Demo agent replies').waitFor()
    await page.keyboard.press('t')
    await handling().getByText('You have taken over').waitFor()
    await page.keyboard.press('r')
    await page.keyboard.type('typed')
    await eventually(() => field().inputValue()).toBe('typed')
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await handling().getByRole('button', { name: 'Take over', exact: true }).waitFor()
  })

  test('shows what the customer did to a message, in its own direction', async () => {
    await service.provider.sendAsCustomer({ from, text: 'مرحبا Omar' })
    // The agent's reply contains the customer's words, too.
    const fromCustomer = log().locator('[data-role=user]')
    const message = fromCustomer.filter({ hasText: 'مرحبا' })
    await message.waitFor()
    await message.locator('[dir=auto]:dir(rtl)').waitFor()
    const chat = await service.provider.sendAsCustomer({ from, text: 'Two burgers' })
    const [id = ''] = chat.messageIds
    await service.provider.sendAsCustomer({ from, edit: { original_message_id: id, text: 'Three burgers' } })
    await service.provider.sendAsCustomer({ from, reaction: { message_id: id, emoji: '👍' } })
    const edited = fromCustomer.filter({ hasText: 'Three burgers' })
    await edited.getByText('Edited by the customer').waitFor()
    await edited.getByRole('img', { name: 'Reactions: 👍' }).waitFor()
    await service.provider.sendAsCustomer({ from, location: { latitude: 51.5, longitude: -0.1, name: 'London Eye' } })
    await fromCustomer.getByText('London Eye').waitFor()
  })

  test('keeps notes for members between the messages', async () => {
    await page.getByRole('link', { name: 'Internal note' }).click()
    // Letters are shortcuts outside of fields.
    await page.getByRole('textbox', { name: 'Internal note' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Prefers the phone')
    const stored = Promise.withResolvers<void>()
    await page.route('**/notes/', (route) => stored.promise.then(() => route.continue()), { times: 1 })
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.locator('textarea[readonly]').waitFor()
    stored.resolve()
    await log().getByText('You noted: Prefers the phone').waitFor()
    await field().waitFor()
    expect(service.provider.sent.some((sent) => JSON.stringify(sent).includes('Prefers the phone'))).toBe(false)
  })

  test('quotes the message that a reply is for, by keyboard or mouse', async () => {
    const question = 'Are you open on Sunday?'
    const { messageIds } = await service.provider.sendAsCustomer({ from, text: question })
    const reply = log().locator('[data-role=user]').filter({ hasText: question }).getByRole('button', { name: 'Reply' })
    const quoted = page.getByRole('region', { name: 'New message' }).getByRole('blockquote')
    await reply.press('Enter')
    await quoted.filter({ hasText: question }).waitFor()
    await page.getByRole('button', { name: 'Do not quote the message' }).press('Enter')
    await quoted.waitFor({ state: 'hidden' })
    await reply.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Until noon')
    await page.keyboard.press('Enter')
    const sent = log().locator('[data-role=human]').filter({ hasText: 'Until noon' })
    await sent.getByRole('blockquote').filter({ hasText: question }).waitFor()
    await sent.getByText(/Sent|Delivered/).waitFor()
    await quoted.waitFor({ state: 'hidden' })
    const last = service.provider.sent.findLast(({ message }) => JSON.stringify(message).includes('Until noon'))
    expect(last?.message).toMatchObject({ context: { message_id: messageIds[0] } })
  })

  test('edits a failed message and keeps the quote, or restores that of the message', async () => {
    const fail = async (words: string) => {
      service.provider.failNext({ code: 131031 })
      await field().fill(words)
      await field().press('Enter')
      const edit = log().getByRole('article').filter({ hasText: words }).getByRole('button', { name: 'Edit' })
      await edit.waitFor()
      return edit
    }
    // It takes the conversation over, so that the agent sends nothing.
    const plain = await fail('Not quoting')
    const question = 'Do you deliver?'
    await service.provider.sendAsCustomer({ from, text: question })
    await log().locator('[data-role=user]').filter({ hasText: question }).getByRole('button', { name: 'Reply' }).click()
    const quoted = page
      .getByRole('region', { name: 'New message' })
      .getByRole('blockquote')
      .filter({ hasText: question })
    await quoted.waitFor()
    await plain.click()
    await eventually(() => field().inputValue()).toBe('Not quoting')
    await quoted.waitFor()
    const quoting = await fail('Yes, every day')
    await quoted.waitFor({ state: 'hidden' })
    await quoting.click()
    await eventually(() => field().inputValue()).toBe('Yes, every day')
    await quoted.waitFor()
    await page.getByRole('button', { name: 'Do not quote the message' }).click()
    await field().fill('')
  })

  test('inserts a saved reply of the organisation with the names filled in', async () => {
    const demo = await signInToDashboard(service)
    const reply = { name: 'Hours', text: 'Dear {{customer}}, we open at 9.' }
    const saved = await demo.call('PUT', '/v1/saved-replies/', reply)
    expect(saved).toMatchObject({ status: 200, body: reply })
    // The same name is the same reply.
    expect((await demo.call('PUT', '/v1/saved-replies/', { ...reply, name: 'HOURS' })).body).toMatchObject({
      id: idOf(saved),
    })
    await field().fill('')
    await page.getByRole('button', { name: 'Saved replies' }).click()
    await page.getByRole('menuitem', { name: /^HOURS/ }).click()
    await eventually(() => field().inputValue()).toMatch(/^Dear (?!\{).*, we open at 9\.$/)
    await field().and(page.locator(':focus')).waitFor()
    // A placeholder that nobody has replaced is not sent.
    await field().fill('Best, {{me}}')
    await page.getByText('Write something for {{me}} before you send.').waitFor()
    await field().press('Enter')
    expect(await field().inputValue()).toBe('Best, {{me}}')
    await field().fill('')
    expect(await demo.call('DELETE', `/v1/saved-replies/${idOf(saved)}/`)).toMatchObject({ status: 204 })
    expect(await demo.call('GET', '/v1/saved-replies/')).toMatchObject({ body: [] })
  })

  test('keeps a file while a note is written, and sends it once if Enter is pressed again during the takeover', async () => {
    await handling().getByRole('button', { name: 'Hand back' }).click()
    await page.getByRole('button', { name: 'Take over and send' }).waitFor()
    await give('paste', '', PNG)
    await page.getByText(/^Image, /).waitFor()
    await page.getByRole('link', { name: 'Internal note' }).click()
    await page.getByRole('button', { name: 'Back to text' }).click()
    await page.getByText(/^Image, /).waitFor()
    await field().fill('Only once')
    let takeovers = 0
    const taken = Promise.withResolvers<void>()
    await page.route('**/takeover/', async (route) => {
      takeovers++
      await taken.promise
      await route.continue()
    })
    await field().press('Enter')
    await eventually(() => takeovers).toBe(1)
    await field().press('Enter')
    taken.resolve()
    const sent = log().getByRole('article').filter({ hasText: 'Only once' })
    await sent.getByRole('img', { name: 'File' }).waitFor()
    expect(takeovers).toBe(1)
    await page.unroute('**/takeover/')
  })

  test('keeps the composer in view, with one bar, while the service does not respond', async () => {
    await page.route('**/dashboard-api/**', (request) => request.abort())
    await page.getByText('The service does not respond. Trying again.').waitFor()
    await eventually(() => isOnScreen(field())).toBe(true)
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.unroute('**/dashboard-api/**')
    await page.getByText('The service does not respond. Trying again.').waitFor({ state: 'hidden' })
  })

  test('has no accessibility problems', async () => {
    await openAddress(page, `/conversations/${id}`)
    await log().waitFor()
    expect(await inspectPage(page)).toEqual([])
  })
})
