import { printable } from '@replywright/contract/printable.ts'
import { useEffect } from 'react'

const LONGEST_TITLE = 100

let prefix = ''

/** Returns the title of the tab for that of a page, which may be the name of a customer. */
export function tabTitle(title: string): string {
  return `${printable(title, { longest: LONGEST_TITLE })} – Replywright`
}

/** Shows the title of a page in the tab of the browser. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${prefix}${tabTitle(title)}`
  }, [title])
}

/** Shows a count, or none if it is empty, before the title of the tab, now and on later pages. */
export function showCount(count: string): void {
  const title = withoutCount(document.title)
  prefix = count && `(${count}) `
  document.title = `${prefix}${title}`
}

/** Returns a title of a tab without its count. */
export function withoutCount(title: string): string {
  return title.startsWith(prefix) ? title.slice(prefix.length) : title
}
