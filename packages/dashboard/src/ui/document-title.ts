/** Returns the title of the browser tab of a page. */
export function documentTitle(title: string): string {
  return `${title} – Agent Messaging`
}
