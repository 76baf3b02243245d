import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPage, GUIDES } from './page.ts'
import { type RenderedGuide, renderGuide } from './render.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const files = new Set<string>()
const read = (path: string) => {
  const file = join(ROOT, path)
  files.add(file)
  return readFileSync(file, 'utf8')
}
const addresses = new Map(Object.entries(GUIDES).map(([slug, { source }]) => [source, `/docs/${slug}`]))

/** The guides by the last part of their address. */
export const guides: Readonly<Record<string, RenderedGuide>> = Object.fromEntries(
  Object.entries(GUIDES).map(([slug, { source }]) => [slug, renderGuide(buildPage(source, { addresses, read }))]),
)

/** The files that were read. */
export const sources: readonly string[] = [...files]
