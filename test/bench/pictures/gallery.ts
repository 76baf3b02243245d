import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { updateWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import { type Service, startService } from '@replywright/local/start-service.ts'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../dashboard/browser/chromium.ts'
import { type InstalledExamples, installExamples, type Running } from '../../examples/install-examples.ts'
import { actAsAdministrator } from '../../support/administrator.ts'
import { SCENES, SIZE, type Stage, WAIT_MS } from './gallery-scenes.ts'
import { IMAGES } from './images.ts'
import { capture } from './screenshots.ts'

/** The URL of this webhook is that of the example. */
const RECEIVERS = ['inbox-bridge', 'own-agent', 'human-alert']

/** Runs each example, and takes a picture. Replaces the pictures in docs/images. */
export async function run(names: readonly string[] = []): Promise<void> {
  const unknown = names.filter((name) => !SCENES[name])
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${Object.keys(SCENES).join(', ')}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'replywright-gallery-'))
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
        if (names.length > 0 && !names.includes(name)) continue
        const customer = String(447700900321 + index)
        let open = (page: Page): Promise<unknown> => openPhone(page, service, customer)
        const stage = await stageOf(service, examples, name, customer)
        await play({
          ...stage,
          show: (other) => {
            open = other
          },
        })
        await open(page)
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

async function openPhone(page: Page, { ready }: Service, customer: string): Promise<void> {
  await page.setViewportSize(SIZE)
  await page.goto(ready.providerUrl)
  await page.locator('#number option').first().waitFor({ state: 'attached' })
  await page.fill('#me', customer)
  await page.keyboard.press('Tab')
  await page.locator('.bubble.business').first().waitFor()
  await page.addStyleTag({ content: 'main { border-radius: 0; box-shadow: none }' })
}

async function startExample(
  { receiver, dataDir }: Service,
  examples: InstalledExamples,
  name: string,
): Promise<Running> {
  return await examples.start(process.execPath, [join(examples.directory, name, 'main.ts')], / at (http:\S+)$/, {
    READY: join(dataDir, 'ready.json'),
    INBOX: join(examples.directory, `${name}.db`),
    CLAIMS: join(examples.directory, 'claims'),
    INBOX_URL: `${receiver.url}/inbox`,
    CHAT_URL: `${receiver.url}/chat`,
  })
}

async function stageOf(
  service: Service,
  examples: InstalledExamples,
  name: string,
  customer: string,
): Promise<Omit<Stage, 'show'>> {
  const { provider, model, ready } = service
  // The event bus has no program.
  const { place: url, lines } =
    name === 'event-bus' ? { place: '', lines: [] } : await startExample(service, examples, name)
  for (const template of await templatesOf(service)) await approve(service, template)
  if (RECEIVERS.includes(name)) {
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
