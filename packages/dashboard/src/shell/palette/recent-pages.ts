import { withoutCount } from '../../ui/document-title.ts'

interface RecentPage {
  readonly id: string
  readonly label: string
  readonly href: string
}

const MOST = 6
const SUFFIX = / – [^–]*$/

/** The last pages of this tab, latest first. They are kept in memory only, because titles contain names of customers. */
let pages: readonly RecentPage[] = []

/** Remembers the page that the user leaves, with the title of its document. */
export function rememberPage(href: string, documentTitle: string): void {
  const label = withoutCount(documentTitle).replace(SUFFIX, '')
  pages = [{ id: href, label, href }, ...pages.filter((page) => page.href !== href)].slice(0, MOST)
}

export function recentPages(): readonly RecentPage[] {
  return pages
}

export function forgetPages(): void {
  pages = []
}
