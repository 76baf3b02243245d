import { MOST_WEBSITE_PAGES } from '@replywright/contract/agents-sub-resources.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { fetchFile } from './fetch-page.ts'
import { isSameSite, looksLikeSitemap, pageUrl } from './page-urls.ts'
import { readSitemap, type Sitemap } from './sitemap.ts'

/** The pages that a website names now. */
export interface FoundPages {
  readonly urls: readonly string[]
  /** What was not found, as sentences for the website's owner. */
  readonly problems: readonly string[]
  /** Whether all sitemaps were read. */
  readonly isComplete: boolean
  /** Whether there are more pages. */
  readonly isOver: boolean
}

/** A site may have 50,000 sitemaps of 50,000 URLs. */
const MOST_SITEMAPS = 50
const MOST_READ_OF_SITEMAP = 5_000
const LONGEST_MS = 45_000

interface Source {
  readonly url: string
  readonly pages: readonly string[]
}

/** Finds the pages of a website: those that its author named, then those of its sitemaps, in their order. */
export async function findPages(
  { url, pages }: Source,
  clock: Clock,
  { most = MOST_WEBSITE_PAGES, guard = systemGuard }: { readonly most?: number; readonly guard?: Guard } = {},
): Promise<FoundPages> {
  const until = clock() + LONGEST_MS
  const search = new PageSearch(most)
  const sources = [...new Set([url, ...pages])]
  const candidates = sources.filter((each) => each === url || looksLikeSitemap(each))
  for (const each of sources) if (!candidates.includes(each)) search.addPage(each)
  for (const [index, each] of candidates.entries()) {
    if (clock() > until) {
      search.stop(candidates.length - index)
      break
    }
    const read = await readCandidate(each, guard)
    if ('reason' in read && looksLikeSitemap(each)) search.fail(each, read.reason)
    else if ('sitemap' in read && read.sitemap)
      await readAll(search, { ...read, sitemap: read.sitemap }, { clock, until, guard })
    else search.addPage(each)
  }
  return search.found()
}

interface Candidate {
  /** After redirects. */
  readonly url: string
  readonly sitemap: Sitemap
}

async function readCandidate(
  url: string,
  guard: Guard,
): Promise<{ readonly url: string; readonly sitemap: Sitemap | undefined } | { readonly reason: string }> {
  const file = await fetchFile(url, {}, guard)
  if (file.kind === 'failed') return file
  if (file.kind === 'unchanged') return { reason: 'The page responded with status 304.' }
  try {
    return { url: file.url, sitemap: await readSitemap(file.bytes, file.contentType, MOST_READ_OF_SITEMAP) }
  } catch {
    // Deep nesting, or a file that takes too long to read.
    return { reason: 'The file is not a sitemap that can be read.' }
  }
}

/** Reads a sitemap and those that it names, until there are enough pages. */
async function readAll(
  search: PageSearch,
  first: Candidate,
  { clock, until, guard }: { readonly clock: Clock; readonly until: EpochMs; readonly guard: Guard },
): Promise<void> {
  const known = new Set<string>([first.url])
  const queue: string[] = []
  const add = ({ url, sitemap }: Candidate) => {
    search.addListed(sitemap.pages, url)
    for (const each of sitemap.sitemaps) {
      const next = pageUrl(each, url)
      if (next === undefined || !isSameSite(next, first.url)) search.skipForeign()
      else if (!known.has(next)) {
        known.add(next)
        queue.push(next)
      }
    }
  }
  add(first)
  for (let count = 1, next = queue.shift(); next !== undefined; next = queue.shift(), count++) {
    if (search.isFull) return search.leaveOut()
    if (count > MOST_SITEMAPS || clock() > until) return search.stop(queue.length + 1)
    const read = await readCandidate(next, guard)
    if ('reason' in read) search.fail(next, read.reason)
    else if (read.sitemap) add({ ...read, sitemap: read.sitemap })
    else search.fail(next, 'The file is not a sitemap.')
  }
}

/** Collects pages and problems. */
class PageSearch {
  readonly #most: number
  readonly #urls = new Set<string>()
  readonly #problems: string[] = []
  #foreign = 0
  #isOver = false
  #isComplete = true

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#urls.size >= this.#most
  }

  addPage(text: string): void {
    const url = pageUrl(text)
    if (url === undefined) this.#problems.push(`The URL ${text.slice(0, 100)} cannot be read.`)
    else this.#add(url)
  }

  addListed(pages: readonly string[], sitemap: string): void {
    for (const text of pages) {
      const url = pageUrl(text, sitemap)
      if (url === undefined || !isSameSite(url, sitemap)) this.#foreign += 1
      else this.#add(url)
    }
  }

  #add(url: string): void {
    if (this.isFull && !this.#urls.has(url)) this.#isOver = true
    else this.#urls.add(url)
  }

  skipForeign(): void {
    this.#foreign += 1
  }

  leaveOut(): void {
    this.#isOver = true
  }

  stop(left: number): void {
    this.#isComplete = false
    this.#problems.push(`${left} sitemaps were not read, because there are too many, or they respond too slowly.`)
  }

  fail(sitemap: string, reason: string): void {
    this.#isComplete = false
    this.#problems.push(`The sitemap ${sitemap} was not read. ${reason}`)
  }

  found(): FoundPages {
    const foreign = `${this.#foreign} URLs of the sitemaps are of other sites, or too long. Name such pages in \`pages\`.`
    const over = `The website names more than ${this.#most} pages. The first ${this.#most} are read. Name the most important pages in \`pages\`.`
    return {
      urls: [...this.#urls],
      problems: [...this.#problems, ...(this.#foreign > 0 ? [foreign] : []), ...(this.#isOver ? [over] : [])],
      isComplete: this.#isComplete,
      isOver: this.#isOver,
    }
  }
}
