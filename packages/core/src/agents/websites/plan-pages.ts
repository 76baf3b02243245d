import type { EpochMs } from '@replywright/contract/time.ts'
import { DAY_MILLISECONDS, dateOf } from '../../platform/clock.ts'
import type { FoundPages } from './find-pages.ts'
import { pageId, type WebsitePageItem } from './website-page-entity.ts'

/** How long a page that the website no longer names keeps its text: a sitemap may be wrong for a while. */
const UNLISTED_MILLISECONDS = 7 * DAY_MILLISECONDS

/**
 * Returns the URLs to read. A sitemap that was not read does not remove pages: those that were found before are read again.
 * @param before the URLs of the reading before
 * @param most the number of pages that the website may have
 */
export function urlsToRead(found: FoundPages, before: readonly string[], most: number): string[] {
  const urls = found.isComplete ? found.urls : [...new Set([...found.urls, ...before])]
  return urls.slice(0, most)
}

/** What happens to the pages that the website does not name. */
export interface UnlistedPages {
  readonly removed: readonly WebsitePageItem[]
  /** Pages that are no longer named since now, and why. */
  readonly left: readonly WebsitePageItem[]
  /** Pages that are named again. */
  readonly returned: readonly WebsitePageItem[]
}

/**
 * Decides about pages that are not to be read. They are removed at once if the author named other pages, or if the website has
 * too many, and after seven days otherwise.
 */
export function planUnlisted(
  pages: readonly WebsitePageItem[],
  urls: readonly string[],
  { isForgotten, now }: { readonly isForgotten: boolean; readonly now: EpochMs },
): UnlistedPages {
  const named = new Set(urls)
  const unlisted = pages.filter(({ url }) => !named.has(url))
  const isRemoved = ({ unlistedAt = now, etag }: WebsitePageItem) =>
    isForgotten || etag === undefined || now - unlistedAt >= UNLISTED_MILLISECONDS
  return {
    removed: unlisted.filter(isRemoved),
    left: unlisted.filter((page) => !isRemoved(page) && page.unlistedAt === undefined),
    returned: pages.filter(({ url, unlistedAt }) => named.has(url) && unlistedAt !== undefined),
  }
}

/** Returns what the owner is told of a page that the website no longer names since `now`. */
export function unlistedText(now: EpochMs): string {
  const until = dateOf(now + UNLISTED_MILLISECONDS)
  return `The website does not name the page since ${dateOf(now)}. It is removed on ${until}; name it in \`pages\` to keep it.`
}

/** Returns the URLs that the current reading has not requested. */
export function urlsLeft(
  websiteId: string,
  urls: readonly string[],
  pages: readonly Pick<WebsitePageItem, 'id' | 'checkedAt'>[],
  startedAt: EpochMs,
): string[] {
  const checked = new Set(pages.filter(({ checkedAt }) => checkedAt >= startedAt).map(({ id }) => id))
  return urls.filter((url) => !checked.has(pageId(websiteId, url)))
}
