import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Service, startService } from '@replywright/local/start-service.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../../dashboard/browser/chromium.ts'
import { openAddress } from '../../dashboard/browser/inspect-page.ts'
import { type Moment, proveAndPublish, SHOP, scriptShop } from '../../dashboard/browser/prove-journey.ts'
import { signIn } from '../../dashboard/browser/session-pages.ts'
import { callApi, idOf } from '../../support/service.ts'
import { comparePictures } from './compare-pictures.ts'
import { IMAGES } from './images.ts'
import { prepareScene } from './screenshot-scene.ts'

const SIZE = { width: 1280, height: 800 }
/** Of WebP. */
const QUALITY = 82
/** For transitions and images. */
const SETTLING_MS = 1000
/** Short, so that all attempts of a failed delivery are made. */
const RETRY_DELAYS_SECONDS = '1,3,9'

/**
 * Takes the pictures of README.md and docs: each page in light and dark, with twice the pixels. Replaces those in docs/images, or compares
 * them with those.
 * @param args `compare` and the folder for the page of differences
 */
export async function run(args: readonly string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'replywright-screenshots-'))
  try {
    await using service = await startService({ PORT: 0, DATA_DIR: dataDir, RETRY_DELAYS_SECONDS })
    const scene = await prepareScene(service)
    const browser = await launchChromium()
    try {
      const baseURL = service.ready.dashboardUrl
      const context = await browser.newContext({ baseURL, viewport: SIZE, deviceScaleFactor: 2, locale: 'en' })
      const page = await context.newPage()
      await page.goto('/')
      await signIn(page, service.ready)
      const pictures = new Map<string, Buffer>()
      for (const [name, address] of Object.entries({ overview: '/', inbox: '/conversations', ...scene }))
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await openAddress(page, address)
          await delay(SETTLING_MS)
          pictures.set(`${name}-${colorScheme}.webp`, await capture(context, page))
        }
      await captureProofs(service, context, page, pictures)
      if (args[0] === 'compare')
        await comparePictures(page, pictures, args[1] ?? join(tmpdir(), 'replywright-pictures'))
      else await replaceImages(pictures)
    } finally {
      await browser.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The part of the page that shows each moment; undefined for a dialog. */
const REGIONS: Readonly<Record<Moment, string | undefined>> = {
  'prove-failed': 'Proof',
  'prove-compared': 'Published and draft',
  'prove-publish': undefined,
}

/** Proves and publishes an agent, and adds a picture of each moment. */
async function captureProofs(
  { ready, model }: Service,
  context: BrowserContext,
  page: Page,
  pictures: Map<string, Buffer>,
): Promise<void> {
  const agent = await callApi(ready.baseUrl, ready.apiKey, 'POST', '/agents/', SHOP)
  scriptShop(model)
  await proveAndPublish(page, idOf(agent), async (moment) => {
    const region = REGIONS[moment]
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (region !== undefined) await page.getByRole('region', { name: region, exact: true }).scrollIntoViewIfNeeded()
      await delay(SETTLING_MS)
      pictures.set(`${moment}-${colorScheme}.webp`, await capture(context, page))
    }
  })
}

/** Returns the visible part of the page as WebP. Playwright itself makes only PNG and JPEG. */
export async function capture(context: BrowserContext, page: Page): Promise<Buffer> {
  const devTools = await context.newCDPSession(page)
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await devTools.detach()
  return Buffer.from(data, 'base64')
}

/** Writes all pictures after the last one was taken, so that a failure changes nothing. */
async function replaceImages(pictures: ReadonlyMap<string, Buffer>): Promise<void> {
  const earlier = (await readdir(IMAGES)).filter((name) => name.endsWith('.webp') && !name.startsWith('example-'))
  for (const name of earlier) await rm(new URL(name, IMAGES))
  for (const [name, picture] of pictures) await writeFile(new URL(name, IMAGES), picture)
  console.table([...pictures].map(([name, picture]) => ({ name, KB: Math.round(picture.length / 1000) })))
}
