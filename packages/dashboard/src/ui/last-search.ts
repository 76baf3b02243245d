import { type LinkProps, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The last query of each path. It is kept in memory, because filters may contain phone numbers. */
const lastSearches = new Map<string, object>()

/** Remembers the filters, tab and cursor of the shown page for links back to it. */
export function useRememberedSearch(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    lastSearches.set(pathname, search)
  }, [pathname, search])
}

/** Returns a function that adds a page's last query to a link without one. */
export function useLinkBack(): (link: LinkProps) => LinkProps {
  const router = useRouter()
  return (link) => {
    if (link.search !== undefined) return link
    const search = lastSearches.get(router.buildLocation(link).pathname)
    return search === undefined ? link : { ...link, search: () => search }
  }
}
