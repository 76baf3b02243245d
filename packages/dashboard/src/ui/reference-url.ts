/** The sections of the API reference by the first pages to which they belong. More specific paths come first. */
const SECTIONS: Readonly<Record<string, string>> = {
  '/agents': 'agents',
  '/connectors': 'mcp-connectors',
  '/conversations': 'conversations',
  '/customers': 'customers',
  '/numbers': 'phone-numbers',
  '/accounts/link-sessions': 'link-sessions',
  '/accounts': 'messaging-accounts',
  '/templates': 'templates',
  '/webhooks': 'webhooks',
  '/deliveries': 'webhook-deliveries',
  '/api-keys': 'api-key',
}

/** Returns the section of the API reference to which a page of the dashboard belongs, or undefined if it has none. */
export function referenceSection(pathname: string): string | undefined {
  return Object.entries(SECTIONS).find(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[1]
}

/** Returns the address of the API reference, at the section of a page of the dashboard. */
export function referenceUrl(apiBaseUrl: string, pathname: string): string {
  const section = referenceSection(pathname)
  return `${apiBaseUrl}/docs${section === undefined ? '' : `#${section}`}`
}

/** Returns the address of an operation, such as `agents/list`, in the API reference. */
export function operationUrl(apiBaseUrl: string, operation: string): string {
  return `${apiBaseUrl}/docs#${operation.replaceAll('/', '-')}`
}
