let prefix = ''

/** Returns the title of the browser tab of a page. */
export function documentTitle(title: string): string {
  return `${prefix}${title} – Agent Messaging`
}

/** Shows a count before the title of the tab, now and on later pages. */
export function showCount(count: number): void {
  const title = withoutCount(document.title)
  prefix = count > 0 ? `(${count}) ` : ''
  document.title = `${prefix}${title}`
}

/** Returns a title of a tab without its count. */
export function withoutCount(title: string): string {
  return title.startsWith(prefix) ? title.slice(prefix.length) : title
}
