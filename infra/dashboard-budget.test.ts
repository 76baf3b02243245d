import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleDashboard } from './bundle-dashboard.ts'

const LARGEST_KILOBYTES = 320
const MOST_REQUESTS = 20

test.each(['/', '/sign-in', '/conversations', '/deliveries', '/agents'])(
  'the first load of %s is small and needs few requests',
  async (route) => {
    const folder = await bundleDashboard()
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    // The boot script lists the files of each route.
    const lists = page
      .split(`"${route}":[`)
      .slice(1)
      .map((rest) => rest.slice(0, rest.indexOf(']')))
    const listed = lists.find((list) => list.includes('.js')) ?? ''
    const files = new Set(['index.html', 'favicon.svg'])
    for (const [name] of `${page.replace(/<script>.*?<\/script>/s, '')}${listed}`.matchAll(/assets\/[\w.-]+/g))
      files.add(name)
    const kilobytes = [...files].map((file) => gzipSync(readFileSync(join(folder, file))).length / 1000)
    expect(files.size).toBeGreaterThan(6)
    expect(files.size).toBeLessThanOrEqual(MOST_REQUESTS)
    expect(kilobytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(LARGEST_KILOBYTES)
  },
)
