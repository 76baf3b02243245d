export function documentTitle(title: string): string {
  return `${title} – Agent Messaging`
}
