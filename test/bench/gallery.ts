import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { updateWebhook } from '@messaging/core/deliveries/webhooks/update-webhook.ts'
import { derivedId } from '@messaging/core/platform/clock.ts'
import { type Service, startService } from '@messaging/local/start-service.ts'
import { launchChromium } from '../dashboard/browser/chromium.ts'
import { type InstalledExamples, installExamples } from '../examples/install-examples.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { capture, IMAGES } from './screenshots.ts'

/** Small, so that the text is readable beside the text of a README. */
const SIZE = { width: 420, height: 460 }
const WAIT_MS = 60_000

type Steps = Parameters<Service['model']['script']>[1]
type Content = Omit<Parameters<Service['provider']['sendAsCustomer']>[0], 'from'>

interface Stage {
  readonly service: Service
  readonly customer: string
  /** Sends the customer's message, which the model answers with these steps. Waits until the last one was sent. */
  say(content: Content, match: string, steps: Steps): Promise<void>
  /** Waits until the customer has received a message. */
  received(): Promise<unknown>
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<void>
}

/** What happens while an example runs. */
const SCENES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
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
      { text: 'Booked: Monday, 1 March, at 10:00. I will ask again the day before.' },
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
}

/** Runs each example, and takes a picture of its customer's phone. Replaces the pictures in docs/images. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'messaging-gallery-'))
  try {
    await using service = await startService({ PORT: 0, DATA_DIR: dataDir, onProgress: (step) => console.error(step) })
    await using examples = await installExamples()
    const browser = await launchChromium()
    try {
      const context = await browser.newContext({
        viewport: SIZE,
        deviceScaleFactor: 2,
        colorScheme: 'light',
        locale: 'en',
      })
      const page = await context.newPage()
      const pictures = new Map<string, Buffer>()
      for (const [index, [name, play]] of Object.entries(SCENES).entries()) {
        const customer = String(447700900321 + index)
        await play(await stageOf(service, examples, name, customer))
        await page.goto(service.ready.providerUrl)
        await page.locator('#number option').first().waitFor({ state: 'attached' })
        await page.fill('#me', customer)
        await page.keyboard.press('Tab')
        await page.locator('.bubble.business').first().waitFor()
        await page.addStyleTag({ content: 'main { border-radius: 0; box-shadow: none }' })
        pictures.set(`example-${name}.webp`, await capture(context, page))
      }
      for (const [name, picture] of pictures) await writeFile(new URL(name, IMAGES), picture)
      console.table([...pictures].map(([name, picture]) => ({ name, KB: Math.round(picture.length / 1000) })))
    } finally {
      await browser.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function stageOf(service: Service, examples: InstalledExamples, name: string, customer: string): Promise<Stage> {
  const { provider, receiver, model, ready, dataDir } = service
  const { place: url, lines } = await examples.start(
    process.execPath,
    [join(examples.directory, name, 'main.ts')],
    / at (http:\S+)$/,
    {
      READY: join(dataDir, 'ready.json'),
      INBOX: join(examples.directory, `${name}.db`),
      CLAIMS: join(examples.directory, 'claims'),
      INBOX_URL: `${receiver.url}/inbox`,
    },
  )
  for (const template of await templatesOf(service)) await approve(service, template)
  if (name === 'inbox-bridge' || name === 'own-agent') {
    actAsAdministrator(service)
    const owner = derivedId('demo organization', 'Demo')
    await updateWebhook(owner, ready.webhook.id, { url: `${url}/webhook` }, { expected: undefined, now: Date.now() })
  }
  const received = () => provider.nextSent((sent) => sent.customer === customer && sent.type !== 'reaction', WAIT_MS)
  return {
    service,
    customer,
    received,
    async say(content, match, steps) {
      model.script(match, steps)
      await provider.sendAsCustomer({ from: customer, name: 'Ada', ...content })
      await received()
    },
    async post(path, body, headers = {}) {
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${name} returned ${response.status}: ${lines.join('\n')}`)
    },
  }
}

async function templatesOf({ ready }: Service): Promise<readonly string[]> {
  const response = await fetch(`${ready.providerUrl}/simulator/accounts/${ready.account.waId}/templates`)
  const { templates } = Object(await response.json())
  return Array.from<{ id: string; status: string }>(templates)
    .filter(({ status }) => status === 'PENDING')
    .map(({ id }) => id)
}

async function approve({ ready }: Service, id: string): Promise<void> {
  const body = JSON.stringify({ status: 'APPROVED' })
  await fetch(`${ready.providerUrl}/simulator/templates/${id}/review`, { method: 'POST', body })
}
