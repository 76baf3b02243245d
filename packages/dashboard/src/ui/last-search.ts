import type { LinkProps } from '@tanstack/react-router'

type Search = Readonly<Record<string, unknown>>

/** The filters with which each path of this tab was last open. */
const searches = new Map<string, Search>()

export function rememberSearch(path: string, search: Search): void {
  searches.set(path, search)
}

/** Returns a link to a path with its last filters, unless the link has its own. */
export function withLastSearch(link: LinkProps): LinkProps {
  const search = searches.get(link.to ?? '')
  return link.search !== undefined || search === undefined ? link : { ...link, search: () => search }
}
