import { localName, readXml } from '../documents/text/office/xml.ts'

/** What a sitemap names, in its order. */
export interface Sitemap {
  readonly pages: readonly string[]
  /** Other sitemaps, if it is an index. */
  readonly sitemaps: readonly string[]
}

const BEGINNING = 2048
const SITEMAP = /<(?:[\w.-]{1,30}:)?(?:urlset|sitemapindex)[\s>/]/
const PAGE = /<!doctype html|<html[\s>]/i
const FEED = /^\s{0,99}(?:<\?xml[^<>]{0,200}>\s{0,99})?<(?:rss|feed)[\s>]/

/**
 * Returns what a sitemap names, at most `most` pages and as many sitemaps, or undefined if the file is not a sitemap: XML of
 * sitemaps.org, an RSS or Atom feed, or a text file with a URL in each line. Files that end early are read as far as possible.
 */
export async function readSitemap(bytes: Uint8Array, contentType: string, most: number): Promise<Sitemap | undefined> {
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING))
    .toString('utf8')
    .replace(/^\ufeff/, '')
  if (beginning.trimStart().startsWith('<') && SITEMAP.test(beginning) && !PAGE.test(beginning))
    return await readElements(bytes, most)
  if (FEED.test(beginning)) return await readFeed(bytes, most)
  if (contentType !== 'text/plain') return undefined
  const lines = new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  const isList = lines.length > 0 && lines.every((line) => /^https?:\/\/\S+$/i.test(line))
  return isList ? { pages: lines.slice(0, most), sitemaps: [] } : undefined
}

async function readElements(bytes: Uint8Array, most: number): Promise<Sitemap> {
  const found = { url: [] as string[], sitemap: [] as string[] }
  let text = ''
  await readXml(bytes, {
    open: () => {
      text = ''
    },
    text: (part) => {
      text += part
    },
    close: (name, path) => {
      const parent = localName(path.at(-1) ?? '')
      if (localName(name) === 'loc' && (parent === 'url' || parent === 'sitemap') && found[parent].length < most)
        found[parent].push(text.trim())
    },
  })
  return { pages: found.url, sitemaps: found.sitemap }
}

async function readFeed(bytes: Uint8Array, most: number): Promise<Sitemap> {
  const pages: string[] = []
  let text = ''
  const add = (url: string) => {
    if (url && pages.length < most) pages.push(url)
  }
  await readXml(bytes, {
    open: (name, { rel = 'alternate', href = '' }, path) => {
      text = ''
      if (localName(name) === 'link' && path.at(-2) === 'entry' && rel === 'alternate') add(href)
    },
    text: (part) => {
      text += part
    },
    close: (name, path) => {
      if (name === 'link' && path.at(-1) === 'item') add(text.trim())
    },
  })
  return { pages, sitemaps: [] }
}
