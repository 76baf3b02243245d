import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Ready } from '@replywright/local/data-dir.ts'
import type { BrowserContext } from 'playwright-core'
import * as v from 'valibot'
import { launchChromium } from '../dashboard/browser/chromium.ts'
import { openAddress } from '../dashboard/browser/inspect-page.ts'
import { signIn } from '../dashboard/browser/session-pages.ts'
import { visit } from '../dashboard/browser/visitor.ts'

/** Lighthouse's slow 4G: a round trip in milliseconds, bytes per second down and up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }
const SLOWER_CPU = 4
const RUNS = 3
const SETTLING_MS = 1500

const Figures = v.object({ firstPaint: v.number(), largestPaint: v.number(), element: v.string() })
type Figures = v.InferOutput<typeof Figures> & { readonly requests: number; readonly kilobytes: number }

/** Reads the paint times of the page in milliseconds since the navigation. */
const PAINTS = `new Promise((resolve) =>
  new PerformanceObserver((list) => {
    const largest = list.getEntries().at(-1)
    const [first] = performance.getEntriesByName('first-contentful-paint')
    const element = (largest.element?.tagName ?? '?') + ' ' + (largest.element?.textContent ?? '').slice(0, 40)
    resolve({ firstPaint: first.startTime, largestPaint: largest.startTime, element })
  }).observe({ type: 'largest-contentful-paint', buffered: true }))`

/**
 * Measures how pages of the dashboard load for a signed-in user without a cache, on slow 4G with a CPU that is four times
 * slower. Starts the service, or uses the one that runs with the data directory `--service <folder>`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { service: { type: 'string' } },
    allowPositionals: true,
  })
  const runs = Number(positionals[0] ?? RUNS)
  if (values.service) return await measureAll(values.service, runs)
  const dataDir = await mkdtemp(join(tmpdir(), 'replywright-bench-'))
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir }
  const child = spawn(process.execPath, ['packages/local/src/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    while (!existsSync(join(dataDir, 'ready.json'))) {
      if (child.exitCode !== null) throw new Error('the service did not start')
      await delay(50)
    }
    await measureAll(dataDir, runs)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureAll(dataDir: string, runs: number): Promise<void> {
  const ready: Ready = JSON.parse(await readFile(join(dataDir, 'ready.json'), 'utf8'))
  const browser = await launchChromium()
  try {
    await using visitor = await visit(browser, ready.dashboardUrl)
    await visitor.page.goto('/')
    await signIn(visitor.page, ready)
    const rows = []
    for (const address of [
      '/',
      '/conversations',
      '/deliveries',
      `/webhooks/${ready.webhook.id}`,
      '/agents',
      '/sign-up',
    ]) {
      // The first request starts the functions.
      await openAddress(visitor.page, address)
      const measured: Figures[] = []
      for (let n = 0; n < runs; n++) measured.push(await measurePage(visitor.context, address))
      rows.push({ page: address.replace(ready.webhook.id, '…'), ...medians(measured) })
    }
    console.log(`slow 4G, CPU ${SLOWER_CPU} times slower, no cache; medians of ${runs} loads`)
    console.table(rows)
  } finally {
    await browser.close()
  }
}

async function measurePage(context: BrowserContext, address: string): Promise<Figures> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devTools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU })
  let requests = 0
  let bytes = 0
  devTools.on('Network.requestWillBeSent', () => requests++)
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  try {
    await openAddress(page, address)
    // Later paints can be larger.
    await delay(SETTLING_MS)
    return { ...v.parse(Figures, await page.evaluate(PAINTS)), requests, kilobytes: bytes / 1000 }
  } finally {
    await page.close()
  }
}

function medians(figures: readonly Figures[]) {
  const median = (key: 'firstPaint' | 'largestPaint' | 'requests' | 'kilobytes') =>
    Math.round(figures.map((each) => each[key]).toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0)
  return {
    'first paint, ms': median('firstPaint'),
    'largest paint, ms': median('largestPaint'),
    'largest element': figures[0]?.element ?? '',
    requests: median('requests'),
    'KB transferred': median('kilobytes'),
  }
}
