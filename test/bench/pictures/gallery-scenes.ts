import { LOCAL_BUS } from '@replywright/local/local-context.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { openAddress } from '../../dashboard/browser/inspect-page.ts'
import { signIn } from '../../dashboard/browser/session-pages.ts'
import { signInToDashboard } from '../../dashboard/session.ts'
import { until } from './screenshot-scene.ts'

/** Small, so that the text is readable beside the text of a README. */
export const SIZE = { width: 390, height: 520 }
export const WAIT_MS = 60_000
const Id = v.looseObject({ id: v.string() })
const Listed = v.looseObject({ results: v.array(Id) })

type Steps = Parameters<Service['model']['script']>[1]
type Content = Omit<Parameters<Service['provider']['sendAsCustomer']>[0], 'from'>

export interface Stage {
  readonly service: Service
  readonly customer: string
  /** Sends the customer's message, which the model answers with these steps. Waits until the last one was sent. */
  say(content: Content, match: string, steps: Steps): Promise<void>
  /** Waits until the customer has received a message. */
  received(): Promise<unknown>
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<void>
  /** Takes the picture of what `open` opens, instead of the customer's phone. */
  show(open: (page: Page) => Promise<unknown>): void
}

/** What happens while an example runs. */
export const SCENES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'order-status': async ({ say }) => {
    await say({ text: 'Where is my order A-1042?' }, 'A-1042', [
      { toolCalls: [{ name: 'find_order', arguments: { order: 'A-1042' } }] },
      { text: 'A-1042 is on its way. It arrives on Friday.' },
    ])
  },
  appointments: async ({ say }) => {
    await say({ text: 'When can I bring my bicycle?' }, 'bring my bicycle', [
      { toolCalls: [{ name: 'free_times', arguments: {} }] },
      { text: 'On Monday, 1 March, at 10:00, 11:00 or 14:00. Which time do you prefer?' },
    ])
    await say({ text: 'Ten, please' }, 'Ten, please', [
      { toolCalls: [{ name: 'book', arguments: { time: '2027-03-01T10:00' } }] },
      { text: 'Booked: Monday, 1 March, at 10:00. See you then!' },
    ])
  },
  'one-time-password': async ({ post, received, customer }) => {
    await post('/send', { phone: customer })
    await received()
  },
  'shipping-notices': async ({ say, post, received, customer }) => {
    await post('/', { order: 'A-1042', name: 'Ada', phone: customer })
    await received()
    await say({ text: 'When does it arrive?' }, 'When does it arrive', [
      { text: 'Tomorrow between 9:00 and 12:00. You need not be at home.' },
    ])
  },
  'damaged-parcel': async ({ say }) => {
    await say({ image: { caption: 'It came like this' } }, 'It came like this', [
      { text: 'I am sorry! I can see a bent wheel. Which order is it?' },
    ])
    await say({ text: 'A-1042' }, 'A-1042', [
      { toolCalls: [{ name: 'report_damage', arguments: { order: 'A-1042', damage: 'a bent wheel' } }] },
      { text: 'Your claim is C-A-1042. You get your money back within 3 days.' },
    ])
  },
  'inbox-bridge': async ({ service, say, post, received }) => {
    await say({ text: 'Can I talk to a person?' }, 'talk to a person', [{ text: 'Of course, one moment.' }])
    const { json } = await service.receiver.next(({ path }) => path === '/inbox', WAIT_MS)
    const { thread } = Object(json)
    const token = { 'x-inbox-token': 'shared with the inbox' }
    await post('/replies', { thread, id: 'reply-1', text: 'Hello, I am Kim. How can I help?' }, token)
    await received()
  },
  'own-agent': async ({ say }) => {
    await say({ text: 'Are you open on Sunday?' }, 'open on Sunday', [
      { toolCalls: [{ name: 'opening_hours', arguments: { day: 'Sunday' } }] },
      { text: 'We are closed on Sundays. On all other days we are open from 9:00 to 18:00.' },
    ])
  },
  'voice-orders': async ({ say }) => {
    await say({ audio: {} }, 'A voice message of', [
      { text: 'Two pizzas Margherita and a lemonade, to collect. Is that right?' },
    ])
    await say({ text: 'Yes, please' }, 'Yes, please', [
      { toolCalls: [{ name: 'place_order', arguments: { dishes: '2 pizzas Margherita, 1 lemonade' } }] },
      { text: 'Thank you! Your order is ready in 25 minutes.' },
    ])
  },
  'human-alert': async ({ service, say, show }) => {
    await say({ text: 'The wheel is bent. I want my money back.' }, 'my money back', [
      {
        toolCalls: [
          {
            name: 'ask_for_human',
            arguments: {
              reason: 'a refund',
              summary: 'Order A-1042 arrived with a bent wheel. Ada wants her money back.',
            },
          },
        ],
      },
      { text: 'A colleague will write to you in a few minutes.' },
    ])
    const { json } = await service.receiver.next(({ path }) => path === '/chat', WAIT_MS)
    show(async (page) => {
      await page.setViewportSize({ ...SIZE, height: 240 })
      await page.setContent(chatPage(String(Object(json).text)))
    })
  },
  'event-bus': async ({ service, say, show }) => {
    const dashboard = await signInToDashboard(service)
    const webhook = { name: 'Shop', url: LOCAL_BUS, events: ['message.received'], numbers: 'all' }
    const created = v.parse(Id, (await dashboard.call('POST', '/v1/webhooks/', webhook)).body)
    await say({ text: 'Where is my order?' }, 'Where is my order', [{ text: 'It arrives tomorrow.' }])
    const address = `/v1/webhook-deliveries/?webhookId=${created.id}&status=delivered`
    let delivery: string | undefined
    await until(async () => {
      delivery = v.parse(Listed, (await dashboard.call('GET', address)).body).results[0]?.id
      return delivery !== undefined
    })
    show(async (page) => {
      // A narrow page hides the navigation, for which `signIn` waits.
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(service.ready.dashboardUrl)
      await signIn(page, service.ready)
      await page.setViewportSize({ ...SIZE, height: 600 })
      await openAddress(page, `${service.ready.dashboardUrl}/deliveries/${delivery}`)
    })
  },
}

/** Draws a text as a chat tool shows it. */
function chatPage(text: string): string {
  const lines = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`).split('\n')
  const [title = '', ...others] = lines.map((line) => line.replace(/^http\S+$/, '<a href="$&">$&</a>'))
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; font: 15px/1.45 system-ui, sans-serif; color: #1f2328 }
header { padding: 12px 16px; border-bottom: 1px solid #d1d9e0; font-weight: 700 }
article { display: grid; grid-template-columns: 36px 1fr; gap: 12px; padding: 16px }
i { width: 36px; height: 36px; border-radius: 6px; background: #0a7a4b; color: #fff; font: 700 16px/36px system-ui; text-align: center }
p { margin: 2px 0 8px; overflow-wrap: anywhere } b + small { margin-left: 8px; color: #59636e } a { color: #0969da }
</style><header># support</header><article><i>R</i><div><b>Replywright</b><small>12:04</small><p><b>${title}</b>
${others.map((line) => `<p>${line}`).join('')}</div></article>`
}
